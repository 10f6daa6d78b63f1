// Routes over links, and what the zones say of unreachable goals.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bake/links/link_packer.h"
#include "core/base/scratch.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/navmesh/surface_queries.h"
#include "core/route/route_planner.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// A drawn map with links; abilities are bits of the packed names.
class LinkedMap {
 public:
  LinkedMap(const std::vector<std::string_view>& storeys, const std::vector<OffMeshLink>& links)
      : map_(storeys) {
    std::vector<OffMeshLink> absolute = links;
    for (OffMeshLink& link : absolute) {
      link.start = map_.Abs(link.start.x, link.start.y, link.start.z);
      link.end = map_.Abs(link.end.x, link.end.y, link.end.z);
    }
    const absl::StatusOr<PackedLinks> packed = PackLinks(absolute, {}, map_.mesh(), map_.Abs(0, 0, 0));
    EXPECT_TRUE(packed.ok() && packed->warnings.empty());
    data_ = packed->data;
    links_ = *LinkView::Create(data_, map_.mesh());
    all_ = packed->abilities.empty() ? 0 : (uint64_t{1} << packed->abilities.size()) - 1;
  }

  MapView view(uint64_t abilities) const {
    MapView view = map_.view();
    const auto zones = std::make_shared<const OwnedZones>(ComputeZones(map_.mesh(), links_, abilities, {}));
    view.links = &links_;
    view.abilities = abilities;
    view.zones = &zones->view();
    view.zones_owner = zones;
    return view;
  }
  RouteAnswer Plan(const MapView& view, const Vec3& from, const Vec3& to, bool allow_partial) {
    RouteQuery query;
    query.start = map_.Abs(from.x, from.y, from.z);
    query.goals = {map_.Abs(to.x, to.y, to.z)};
    query.allow_partial = allow_partial;
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }
  uint64_t all() const { return all_; }
  const DrawnMap& map() const { return map_; }

 private:
  DrawnMap map_;
  LinkData data_;
  LinkView links_;
  uint64_t all_ = 0;
  Scratch scratch_;
};

OffMeshLink Link(LinkKind kind, const Vec3& start, const Vec3& end, const std::string& name) {
  OffMeshLink link;
  link.kind = kind;
  link.start = start;
  link.end = end;
  link.abilities = {"leap"};
  link.external_id = name;
  return link;
}

// Two yards with a gap of one cell between, jumped from left to right only.
LinkedMap Gap() {
  return LinkedMap({"...#...\n...#...\n"}, {Link(LinkKind::kJump, {2.75, 0, 0.5}, {4.25, 0, 0.5}, "gap_1")});
}

TEST(RouteLinks, AreLegsOfTheirOwn) {
  LinkedMap yards = Gap();
  const RouteAnswer answer = yards.Plan(yards.view(yards.all()), {0.5, 0, 0.5}, {6.5, 0, 0.5}, false);
  ASSERT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
  ASSERT_EQ(answer.legs.size(), 3U);
  EXPECT_EQ(answer.legs[0].link, std::nullopt);
  EXPECT_EQ(answer.legs[1].kind, LinkKind::kJump);
  EXPECT_EQ(answer.legs[1].link, LinkId(0));
  EXPECT_EQ(answer.legs[1].external_id, "gap_1");
  EXPECT_EQ(answer.legs[1].point_count, 2U);
  EXPECT_EQ(answer.points[answer.legs[1].first_point], yards.map().Abs(2.75, 0, 0.5));
  EXPECT_EQ(answer.points[answer.legs[1].first_point + 1], yards.map().Abs(4.25, 0, 0.5));
  EXPECT_EQ(answer.points.front(), yards.map().Abs(0.5, 0, 0.5));
  EXPECT_EQ(answer.points.back(), yards.map().Abs(6.5, 0, 0.5));
  double length_m = 0;
  double cost_m = 0;
  for (size_t i = 0; i < answer.legs.size(); ++i) {
    const RouteLeg& leg = answer.legs[i];
    if (i > 0) {
      const RouteLeg& before = answer.legs[i - 1];
      EXPECT_EQ(leg.first_point, before.first_point + before.point_count - 1);
    }
    length_m += leg.length_m;
    cost_m += leg.cost_m;
  }
  EXPECT_DOUBLE_EQ(answer.length_m, length_m);
  EXPECT_DOUBLE_EQ(answer.length_m, 6);
  EXPECT_DOUBLE_EQ(answer.plane_length_m, 6);
  EXPECT_DOUBLE_EQ(answer.cost_m, cost_m);
}

TEST(RouteLinks, ThatTheAgentMayNotUseAreNamedAsWhatLacks) {
  LinkedMap yards = Gap();
  MapView view = yards.view(0);
  const MapView all = yards.view(yards.all());
  RouteAnswer answer = yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, false);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kIsolated);  // nobody knows of zones with more abilities
  view.all_abilities_zones = all.zones;
  answer = yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, false);
  EXPECT_EQ(answer.reason, RouteReason::kAbilityMissing);
  EXPECT_EQ(answer.explanation,
            "no path leads from the ground of the start (6 polygons, zone 1, main) to that of the goal (6 "
            "polygons, isolated); with more abilities there is one");
  EXPECT_TRUE(answer.points.empty());
}

TEST(RouteLinks, LeadOneWay) {
  LinkedMap yards = Gap();
  const RouteAnswer answer = yards.Plan(yards.view(yards.all()), {6.5, 0, 0.5}, {0.5, 0, 0.5}, false);
  EXPECT_EQ(answer.status, RouteStatus::kUnreachable);
  EXPECT_EQ(answer.reason, RouteReason::kGoalUnreachable);
  EXPECT_THAT(answer.explanation, HasSubstr("; one leads back"));
}

TEST(RouteLinks, AnUnreachableGoalCostsNoSearchAndSaysWhatItRestsOn) {
  LinkedMap yards = Gap();
  MapView view = yards.view(0);
  RouteAnswer answer = yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, false);
  EXPECT_EQ(answer.expansions, 0U);
  EXPECT_EQ(answer.method, RouteMethod::kNone);
  view.zones_basis = ZonesBasis::kBaked;
  EXPECT_EQ(yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, false).basis, RouteBasis::kBaked);
  view.zones_basis = ZonesBasis::kComputed;
  EXPECT_EQ(yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, false).basis, RouteBasis::kSearch);
  answer = yards.Plan(view, {0.5, 0, 0.5}, {6.5, 0, 0.5}, true);
  EXPECT_EQ(answer.status, RouteStatus::kPartial);
  EXPECT_EQ(answer.points.back(), yards.map().Abs(3, 0, 0.5));
  EXPECT_DOUBLE_EQ(answer.gap_m, 3.5);
}

// By the zones or by search alone: the same verdict, the same end, the same cost.
TEST(RouteLinks, GiveTheSameRouteWithZonesAsWithout) {
  Random random(5);
  Scratch scratch;
  AnyAngleWorkspace search;
  int partial = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    const std::string drawing = RandomDrawing(8, 7, random.NextInRange(0.2, 0.5), random);
    if (drawing.find('.') == std::string::npos) continue;
    const DrawnMap map({drawing});
    const LinkData data = RandomLinks(map.mesh(), 4, i % 2 == 0, random);
    const LinkView links = *LinkView::Create(data, map.mesh());
    MapView view = map.view();
    view.links = &links;
    view.abilities = random.NextBelow(4);
    const OwnedZones zones(ComputeZones(map.mesh(), links, view.abilities, {}));
    view.zones = &zones.view();
    for (int k = 0; k < 10; ++k) {
      const NavLocation start = RandomLatticePlace(map.mesh(), random);
      const NavLocation goal = RandomLatticePlace(map.mesh(), random);
      RouteQuery query;
      query.start = start.point + view.manifest->origin;
      query.goals = {goal.point + view.manifest->origin};
      query.shape = RouteShape::kTurningPoints;
      const RouteAnswer answer = *PlanRoute(view, query, scratch);
      AnyAngleOptions options;
      options.links = &links;
      options.abilities = view.abilities;
      // The places that snapping takes where several polygons hold the point.
      SurfaceWorkspace surface;
      const NavLocation from = *Snap(map.mesh(), start.point, {}, surface).place;
      const NavLocation to = *Snap(map.mesh(), goal.point, {}, surface).place;
      const SurfacePath route = FindAnyAngle(map.mesh(), from, to, options, search);
      const bool found = route.outcome == SearchOutcome::kFound;
      EXPECT_EQ(answer.status, found ? RouteStatus::kComplete : RouteStatus::kPartial);
      EXPECT_EQ(answer.reason == RouteReason::kNone, found);
      EXPECT_NEAR(answer.cost_m, route.cost_m, 1e-9 * (1 + route.cost_m));
      EXPECT_EQ(answer.points.back(), route.end.point + view.manifest->origin);
      partial += found ? 0 : 1;
    }
  }
  EXPECT_GT(partial, 200);
}

}  // namespace
}  // namespace waystone
