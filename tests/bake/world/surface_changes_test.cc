// Routes over meshes and waypoints that a request changes, against routes planned map by map to many places of each
// trigger.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bake/world/world_builder.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/package_writer.h"
#include "core/route/route_planner.h"
#include "core/store/map_store.h"
#include "core/world_route/portal_obstacles.h"
#include "core/world_route/world_route.h"
#include "tests/bake/world/baked_source.h"
#include "tests/bake/world/changes_of_maps.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr double kFarAway = std::numeric_limits<double>::infinity();
// 20 x 20 m; the half beyond z 10 is mud.
constexpr const char* kTwoGrounds =
    "v 0 0 0\nv 20 0 0\nv 20 0 10\nv 0 0 10\nv 20 0 20\nv 0 0 20\nusemtl stone\nf 4 3 2 1\nusemtl mud\nf 6 5 "
    "3 4\n";
constexpr uint8_t kMud = 2;

// Nodes at (8 i, 8 k), with ground 0.5 m around, joined to those beside them.
std::string NetOfNine() {
  std::string nodes;
  std::string links;
  const auto id = [](int i, int k) { return 3 * k + i; };
  for (int k = 0; k < 3; ++k) {
    for (int i = 0; i < 3; ++i) {
      StrAppend(nodes, nodes.empty() ? "" : ",", "{\"id\":", id(i, k), ",\"x\":", 8 * i,
                ",\"y\":0,\"z\":", 8 * k, "}");
      const auto join = [&](int a, int b) {
        StrAppend(links, links.empty() ? "" : ",", "{\"from\":", a, ",\"to\":", b, "},{\"from\":", b,
                  ",\"to\":", a, "}");
      };
      if (i < 2) join(id(i, k), id(i + 1, k));
      if (k < 2) join(id(i, k), id(i, k + 1));
    }
  }
  return StrCat("{\"nodes\": [", nodes, "], \"links\": [", links, "]}");
}

class ChangedSurfaces : public ::testing::Test {
 protected:
  ChangedSurfaces() {
    BakeConfig grounds;
    grounds.surfaces.areas = {{{.index = kMud, .name = "mud"}, {.materials = {"mud"}, .groups = {}}}};
    Bake("east", "east.obj", kTwoGrounds, grounds);
    Bake("net", "net.waypoints.json", NetOfNine(), {});
    Bake("west", "west.obj", kTwoGrounds, grounds);
    AddPortal("a", "east", {16, 4}, "west", {2, 0, 3});
    AddPortal("b", "east", {3, 15}, "net", {0, 0, 0});
    AddPortal("c", "net", {12, 7.5}, "west", {17, 0, 17});
    AddPortal("d", "west", {9, 9}, "net", {8, 0, 16});
    AddPortal("e", "net", {15.5, 15.5}, "east", {10, 0, 12});
    AddPortal("f", "west", {16, 16}, "east", {3, 0, 3});
    absl::StatusOr<BuiltWorld> built = BuildWorld(manifest_, paths_, {.thread_count = 2});
    EXPECT_TRUE(built.ok()) << built.status();
    EXPECT_TRUE(WritePackageFile(folder_.File(std::string(kWorldFileName)), built->bytes).ok());
    EXPECT_TRUE(maps_.LoadFolder(folder_.path()).ok());
    store_ = maps_.World();
  }

  void Bake(const std::string& id, const std::string& file, const std::string& text,
            const BakeConfig& config) {
    paths_.push_back(BakeSource(folder_.path(), id, file, text, config));
    manifest_.maps.emplace_back().map_id = id;
  }
  // Of a trigger of a metre.
  void AddPortal(const std::string& name, const std::string& from, Vec2 corner, const std::string& to,
                 const Vec3& point) {
    PortalSpec& portal = manifest_.portals.emplace_back();
    portal.name = name;
    portal.kind = PortalKind::kWalkIn;
    portal.trigger.map_id = from;
    portal.trigger.box = {Vec3(corner.x, -1, corner.z), Vec3(corner.x + 1, 1, corner.z + 1)};
    portal.to.map_id = to;
    portal.to.point = point;
    portal.cost_m = 1;
  }
  const WorldView& world() const { return store_->world().view(); }
  WorldMapIndex Map(const std::string& id) const { return *world().FindMap(id); }

  // The cheapest walk on one map to any of these places; none from a place that is closed.
  double Walk_m(WorldMapIndex map, const Vec3& start, std::vector<Vec3> goals, const RouteChanges& changes) {
    const auto opened = *store_->Open(map);
    RouteQuery query;
    query.start = start;
    query.goals = std::move(goals);
    query.snap = {.radius_m = 0.15, .max_above_m = 0.5, .max_below_m = 0.5};
    query.allow_partial = false;
    query.changes = changes;
    const RouteAnswer walk = *PlanRoute(*opened->map->View(""), query, scratch_);
    return walk.status == RouteStatus::kComplete && walk.start_snap_m < 0.01 ? walk.cost_m : kFarAway;
  }
  std::vector<Vec3> PlacesIn(const WorldPortal& portal) const {
    constexpr int kSide = 11;
    std::vector<Vec3> places;
    for (int i = 0; i < kSide; ++i) {
      for (int k = 0; k < kSide; ++k) {
        places.emplace_back(portal.box_min[0] + (0.01 + 0.98 * i / (kSide - 1.0)), 0,
                            portal.box_min[2] + (0.01 + 0.98 * k / (kSide - 1.0)));
      }
    }
    return places;
  }

  // What the cheapest route costs: over all orders of the portals.
  // NOLINTNEXTLINE(misc-no-recursion): each call uses one more portal
  double SlowCost_m(WorldMapIndex map, const Vec3& start, WorldMapIndex goal_map, const Vec3& goal,
                    const std::map<WorldMapIndex, RouteChanges>& changes, std::vector<bool>& used) {
    const auto of_map = changes.find(map);
    const RouteChanges& here = of_map == changes.end() ? none_ : of_map->second;
    double best_m = map == goal_map ? Walk_m(map, start, {goal}, here) : kFarAway;
    const WorldMap& record = world().Map(map);
    for (uint32_t i = record.first_exit; i < record.first_exit + record.exit_count; ++i) {
      if (used[i]) continue;
      const WorldPortal& portal = world().portals()[i];
      const double walk_m = Walk_m(map, start, PlacesIn(portal), here);
      if (walk_m == kFarAway) continue;
      used[i] = true;
      const Vec3 arrival = ToVec3(world().ArrivalOf(PortalId(i), TravellerId(0)).place);
      best_m = std::min(
          best_m, walk_m + portal.cost_m + SlowCost_m(portal.to_map, arrival, goal_map, goal, changes, used));
      used[i] = false;
    }
    return best_m;
  }

  Vec3 AnyPlace(WorldMapIndex map, Random& random) const {
    if (map == Map("net")) return {8.0 * random.NextBelow(3), 0, 8.0 * random.NextBelow(3)};
    return {random.NextInRange(1, 19), 0, random.NextInRange(1, 19)};
  }

  // A box on a map, which stands from corner to corner.
  Solid BoxOn(WorldMapIndex map, Vec2 least, Vec2 most) const {
    const Vec2 origin = ToVec3(world().Map(map).origin).Plane();
    least = least - origin;
    most = most - origin;
    return {.corners = {least, {most.x, least.z}, most, {least.x, most.z}}, .min_y = -1, .max_y = 2};
  }
  Solid AnyBox(WorldMapIndex map, Random& random) const {
    const Vec2 least{random.NextInRange(0, 18), random.NextInRange(0, 18)};
    const double long_m = random.NextInRange(4, 14);
    const bool is_wide = random.NextBelow(2) == 0;
    return BoxOn(map, least, least + (is_wide ? Vec2{long_m, 1} : Vec2{1, long_m}));
  }

  TempFolder folder_;
  WorldManifest manifest_;
  std::vector<std::string> paths_;
  MapStore maps_;
  std::shared_ptr<WorldStore> store_;
  Scratch scratch_;
  const RouteChanges none_;
};

// What one request changes.
enum class Kind { kClosed, kCosts, kClearance };

class ChangedSurfacesOf : public ChangedSurfaces, public ::testing::WithParamInterface<Kind> {
 protected:
  std::map<WorldMapIndex, RouteChanges> AnyChanges(Random& random) const {
    std::map<WorldMapIndex, RouteChanges> changes;
    for (const std::string id : {"east", "west"}) {
      RouteChanges& of_map = changes[Map(id)];
      for (uint32_t i = random.NextBelow(4); i > 0; --i) of_map.solids.push_back(AnyBox(Map(id), random));
      if (GetParam() == Kind::kCosts) of_map.area_factors = {{kMud, random.NextBelow(2) == 0 ? 3 : 0.5}};
      if (GetParam() == Kind::kClearance) of_map.min_clearance_m = 0.3;
    }
    RouteChanges& of_net = changes[Map("net")];
    for (uint32_t i = random.NextBelow(5); i > 0; --i) of_net.closed_links.emplace_back(random.NextBelow(24));
    if (random.NextBelow(3) == 0) of_net.blocked_polys.emplace_back(random.NextBelow(9));
    return changes;
  }
};

TEST_P(ChangedSurfacesOf, RoutesCostWhatTheirWalksDo) {
  Random random(11);
  const bool is_exact = GetParam() == Kind::kClosed;
  int found = 0;
  int over_maps = 0;
  int closed = 0;
  for (int round = 0; round < (is_exact ? 60 : 25); ++round) {
    const std::map<WorldMapIndex, RouteChanges> changes = AnyChanges(random);
    ChangesOfMaps given;
    for (const auto& [map, of_map] : changes) given.Set(map, of_map, GetParam() == Kind::kCosts);
    WorldRouteQuery query;
    query.start.map = WorldMapIndex(random.NextBelow(3));
    query.start.point = AnyPlace(query.start.map, random);
    query.goals.resize(1);
    query.goals[0].map = WorldMapIndex(random.NextBelow(3));
    query.goals[0].point = AnyPlace(query.goals[0].map, random);
    query.snap = {.radius_m = 0.15, .max_above_m = 0.5, .max_below_m = 0.5};
    query.changes = &given;
    const absl::StatusOr<WorldRouteAnswer> answer = PlanWorldRoute(*store_, query, scratch_);
    ASSERT_TRUE(answer.ok()) << answer.status();
    std::vector<bool> used(world().portals().size(), false);
    const double slow_m = SlowCost_m(query.start.map, query.start.point, query.goals[0].map,
                                     query.goals[0].point, changes, used);
    if (slow_m == kFarAway) {
      ASSERT_FALSE(is_exact && answer->status == RouteStatus::kComplete) << round;
      closed += answer->reason == RouteReason::kClosedByChanges ? 1 : 0;
      continue;
    }
    ASSERT_EQ(answer->status, RouteStatus::kComplete) << round << " " << answer->explanation;
    // Places of the trigger are 0.1 m apart, and searches over costs differ by some per cent.
    const double slack = is_exact ? 0.002 : 0.06;
    EXPECT_LE(answer->cost_m, slow_m * (1 + slack) + 0.02) << round;
    EXPECT_GE(answer->cost_m, slow_m * (1 - slack) - 0.1 * static_cast<double>(answer->stretches.size()))
        << round;
    double sum_m = 0;
    for (const WorldStretch& stretch : answer->stretches) {
      sum_m += stretch.walk.cost_m + (stretch.portal.IsNone() ? 0 : 1);
    }
    EXPECT_NEAR(sum_m, answer->cost_m, 0.02) << round;
    ++found;
    over_maps += answer->stretches.size() > 2 ? 1 : 0;
    // If triggers teleport, the route keeps off them, on the changed ground too.
    query.mode = WorldMode::kWalkInTeleports;
    const absl::StatusOr<WorldRouteAnswer> around = PlanWorldRoute(*store_, query, scratch_);
    ASSERT_TRUE(around.ok()) << around.status();
    if (around->status != RouteStatus::kComplete) continue;
    EXPECT_GE(around->cost_m, answer->cost_m * (1 - slack) - 0.1) << round;
    EXPECT_TRUE(TriggersOnRoute(world(), *around, {}).empty()) << round;
  }
  EXPECT_GT(found, 8);
  EXPECT_GT(over_maps, 1);
  EXPECT_GT(closed, 0);
}

INSTANTIATE_TEST_SUITE_P(Changes, ChangedSurfacesOf,
                         ::testing::Values(Kind::kClosed, Kind::kCosts, Kind::kClearance));

TEST_F(ChangedSurfaces, WalksOfMapsBetweenLeadRoundWhatIsClosed) {
  // From the net over east to west and back to the net.
  ChangesOfMaps changes;
  RouteChanges wall;
  wall.solids = {BoxOn(Map("east"), {12, 2}, {13, 19})};
  changes.Set(Map("east"), wall);
  WorldRouteQuery query;
  query.start = {Map("net"), Vec3(16, 0, 8)};
  query.goals = {{Map("west"), Vec3(3, 0, 3)}};
  query.limits.is_closed.assign(world().portals().size(), false);
  query.limits.is_closed[world().FindPortal("c")->value()] = true;
  const WorldRouteAnswer free = *PlanWorldRoute(*store_, query, scratch_);
  ASSERT_EQ(free.stretches.size(), 3U);
  query.changes = &changes;
  const WorldRouteAnswer led_round = *PlanWorldRoute(*store_, query, scratch_);
  ASSERT_EQ(led_round.stretches.size(), 3U);
  EXPECT_GT(led_round.cost_m, free.cost_m + 2);
  for (const Vec3& point : led_round.stretches[1].walk.points) {
    EXPECT_FALSE(point.x > 11.8 && point.x < 13.2 && point.z > 1.8) << point.x << " " << point.z;
  }
  // A wall from end to end leaves no path; without it there would be one.
  wall.solids = {BoxOn(Map("east"), {12, -1}, {13, 21})};
  changes.Set(Map("east"), wall);
  const WorldRouteAnswer none = *PlanWorldRoute(*store_, query, scratch_);
  EXPECT_EQ(none.status, RouteStatus::kUnreachable);
  EXPECT_EQ(none.reason, RouteReason::kClosedByChanges);
}

}  // namespace
}  // namespace waystone
