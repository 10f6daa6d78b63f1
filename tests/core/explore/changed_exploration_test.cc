#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/changed/solid.h"
#include "core/explore/route_explorer.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/search_surface.h"
#include "tests/core/navmesh/changed_scene.h"
#include "tests/support/asked_clock.h"
#include "tests/support/explored_map.h"

namespace waystone {
namespace {

constexpr double kSlack_m = 2e-3;
constexpr WalkOrder kOrders[] = {WalkOrder::kBreadthFirst, WalkOrder::kDepthFirst, WalkOrder::kPocketFirst,
                                 WalkOrder::kShortest};

Solid Box(Vec2 middle, double half_x, double half_z) {
  Solid solid;
  solid.min_y = -1;
  solid.max_y = 3;
  solid.corners = {{middle.x - half_x, middle.z - half_z},
                   {middle.x + half_x, middle.z - half_z},
                   {middle.x + half_x, middle.z + half_z},
                   {middle.x - half_x, middle.z + half_z}};
  return solid;
}

Solid RandomSolid(double width, double height, Random& random) {
  const Vec2 middle{random.NextInRange(0, width), random.NextInRange(0, height)};
  if (random.NextBelow(3) != 0) {
    return Box(middle, random.NextInRange(0.05, 0.8), random.NextInRange(0.05, 0.8));
  }
  Solid cylinder;
  cylinder.min_y = -1;
  cylinder.max_y = 3;
  cylinder.corners = {middle};
  cylinder.radius_m = random.NextInRange(0.05, 0.5);
  return cylinder;
}

// How far a place lies within a solid and the agent's room around it; negative outside.
double DepthIn(const Solid& solid, double room_m, Vec2 at) {
  double outside_m = -1e9;
  for (const CutLine& line : FootprintOf(solid, room_m)) {
    outside_m = std::max(outside_m, line.Outside_m(at));
  }
  return -outside_m;
}

// Tells of places of the baked map whether changes close them. Slow and obvious.
class ClosedGround {
 public:
  ClosedGround(const NavmeshView& mesh, const RouteChanges& changes, double radius_m)
      : mesh_(mesh), changes_(changes), radius_m_(radius_m) {}

  bool IsBlocked(PolyId poly) const {
    return std::ranges::find(changes_.blocked_polys, poly) != changes_.blocked_polys.end() ||
           (changes_.excluded_areas >> mesh_.poly(poly).area & 1) != 0;
  }
  // No ground that is open is within kSlack_m.
  bool IsClosed(Vec2 at) const {
    for (const Solid& solid : changes_.solids) {
      if (DepthIn(solid, radius_m_, at) > kSlack_m) return true;
    }
    for (PolyId poly(0); poly.value() < mesh_.poly_count(); ++poly) {
      if (!IsBlocked(poly) && ClosestInPlane(mesh_, poly, at).distance_sq_m2 < kSlack_m * kSlack_m)
        return false;
    }
    return true;
  }

 private:
  const NavmeshView& mesh_;
  const RouteChanges& changes_;
  const double radius_m_;
};

// Every place that is walked to is open, and no link is taken that is closed.
void ExpectOpen(const MapView& baked, const RouteChanges& changes, const RouteAnswer& route) {
  const ClosedGround closed(*baked.navmesh, changes, baked.variant->agent.radius_m);
  for (const RouteLeg& leg : route.legs) {
    if (leg.link) {
      EXPECT_EQ(std::ranges::count(changes.closed_links, *leg.link), 0);
      continue;
    }
    for (uint32_t i = leg.first_point + 1; i < leg.first_point + leg.point_count; ++i) {
      const Vec3 from = route.points[i - 1] - baked.manifest->origin;
      const Vec3 to = route.points[i] - baked.manifest->origin;
      const int parts = 1 + static_cast<int>(Distance(from, to) / 0.05);
      for (int k = 0; k <= parts; ++k) {
        const Vec3 at = from + (to - from) * (static_cast<double>(k) / parts);
        ASSERT_FALSE(closed.IsClosed(at.Plane())) << at.x << " " << at.z;
      }
    }
  }
}

// The open key points to which the exact search over the changed surface finds a path.
std::set<uint32_t> ReachedBySearch(const MapView& baked, const RouteChanges& changes, KeyPointId from) {
  const absl::StatusOr<MapView> map = NavmeshSurface::Plain().Apply(baked, changes, ZonesNeed::kIfReady, {});
  EXPECT_TRUE(map.ok()) << map.status();
  const auto place_of = [&](KeyPointId k) {
    return map->surface->PlaceOfBaked(
        {PolyId(baked.skeleton->key_point(k).poly), baked.skeleton->Position(k)});
  };
  std::set<uint32_t> reached;
  AnyAngleWorkspace workspace;
  AnyAngleOptions options;
  options.links = map->links;
  for (KeyPointId k(0); k.value() < baked.skeleton->size(); ++k) {
    const auto place = place_of(k);
    if (!place) continue;
    const SurfacePath path = FindAnyAngle(*map->navmesh, *place_of(from), *place, options, workspace);
    if (path.outcome == SearchOutcome::kFound) reached.insert(k.value());
  }
  return reached;
}

RouteChanges RandomChanges(const MapView& map, double width, double height, bool one_way, Random& random) {
  RouteChanges changes;
  for (uint32_t i = random.NextBelow(4); i > 0; --i) {
    changes.solids.push_back(RandomSolid(width, height, random));
  }
  for (uint32_t i = random.NextBelow(3); i > 0; --i) {
    changes.blocked_polys.emplace_back(random.NextBelow(map.navmesh->poly_count()));
  }
  if (random.NextBelow(4) == 0) changes.excluded_areas = 4;
  for (uint32_t i = 0; i < map.links->size(); ++i) {
    if (random.NextBelow(3) != 0) continue;
    for (uint32_t k = 0; k < map.links->size(); ++k) {
      const NavLink& a = map.links->link(LinkId(i));
      const NavLink& b = map.links->link(LinkId(k));
      const bool is_back = !one_way && a.start_poly == b.end_poly && a.end_poly == b.start_poly;
      if (i == k || is_back) changes.closed_links.emplace_back(k);
    }
  }
  if (random.NextBelow(4) == 0) changes.area_factors = {{3, random.NextBelow(2) == 0 ? 5.0 : 0.2}};
  return changes;
}

// A map of squares or crooked cells with three kinds of ground, links and one-way sides; null if it is too small.
std::unique_ptr<ExploredMap> RandomMap(int series, bool one_way, Random& random) {
  const PolygonSoup soup = SoupOfSeries(2 + series % 2, RandomDrawing(7, 5, 0.2, random), random);
  if (soup.polygons.empty()) return nullptr;
  auto map = std::make_unique<ExploredMap>(*BuildNavmesh(soup));
  NavmeshData& data = map->map.data();
  const auto count = static_cast<uint32_t>(data.polys.size());
  if (count < 3) return nullptr;
  for (NavPoly& poly : data.polys) poly.area = static_cast<uint8_t>(1 + random.NextBelow(8) % 5 % 3);
  if (one_way) {
    for (uint32_t edge = 0; edge < data.edges.size(); ++edge) {
      const uint32_t twin = data.edges[edge].twin;
      if (twin == kNoEdge || data.edges[twin].twin == kNoEdge || random.NextBelow(5) != 0) continue;
      MakeOneWay(data, PolyId(data.edges[edge].poly), PolyId(data.edges[twin].poly));
    }
  }
  for (int i = 0; i < 2; ++i) {
    const auto middle_of = [&](uint32_t poly) {
      Vec3 sum;
      const auto edges = map->map.mesh().edges(PolyId(poly));
      for (const NavEdge& edge : edges) sum = sum + Vec3(map->map.mesh().vertex(VertexId(edge.vertex)));
      return sum * (1.0 / static_cast<double>(edges.size()));
    };
    const uint32_t from = random.NextBelow(count);
    const uint32_t to = random.NextBelow(count);
    if (from == to) continue;
    map->AddLink(middle_of(from), middle_of(to), LinkKind::kJump);
    if (!one_way) map->AddLink(middle_of(to), middle_of(from), LinkKind::kJump);
  }
  map->sketch().AddLinks(map->links());
  // A skeleton is thinner than its ground: what is left hangs together by other ways.
  const bool is_thin = random.NextBelow(2) == 0;
  for (uint32_t poly = 1; poly < count && is_thin; ++poly) {
    if (random.NextBelow(5) < 2) map->sketch().Drop(PolyId(poly));
  }
  return map;
}

// Searches leave out what is closed, as on the polygons of scenes and grids.
class UncutSurface final : public NavmeshSurface {
 public:
  SurfaceFields Fields() const override { return {.name = "an uncut navmesh"}; }
  absl::StatusOr<MapView> Apply(const MapView& map, const RouteChanges& /*changes*/, ZonesNeed /*need*/,
                                const Deadline& /*deadline*/) const override {
    return map;
  }
};

struct Tally {
  int walks = 0;
  int smaller = 0;  // that reach fewer key points than unchanged
  int weighted = 0;
};

void Compare(ExploredMap& map, bool one_way, Random& random, Tally& tally,
             const SearchSurface& surface = NavmeshSurface::Plain()) {
  MapView view = map.view();
  view.surface = &surface;
  ExplorationQuery query;
  query.changes = RandomChanges(view, 7, 5, one_way, random);
  if (!surface.Fields().takes_obstacles) query.changes.solids.clear();
  query.search_budget = std::chrono::milliseconds(60'000);
  const KeyPointId start(random.NextBelow(view.skeleton->size()));
  query.start = view.skeleton->Position(start) + view.manifest->origin;
  query.with_polys = true;
  if (query.changes.IsNone()) return;
  std::optional<std::set<uint32_t>> reached;
  for (const WalkOrder order : kOrders) {
    if (order == WalkOrder::kShortest && random.NextBelow(10) != 0) continue;  // takes its time
    query.order = order;
    query.return_to_start = !one_way && random.NextBelow(2) == 0;
    query.walkers = 1 + random.NextBelow(4) / 3;
    Scratch scratch;
    const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(view, query, scratch);
    ASSERT_TRUE(answer.ok()) << answer.status();
    if (answer->walks.empty()) {
      EXPECT_NE(answer->status, RouteStatus::kComplete);
      continue;
    }
    ++tally.walks;
    const KeyPointId first(answer->walks[0].key_points.front());
    if (!reached) reached = ReachedBySearch(view, query.changes, first);
    EXPECT_EQ(answer->reachable_key_points, reached->size());
    const ClosedGround closed(*view.navmesh, query.changes, view.variant->agent.radius_m);
    std::set<uint32_t> visited;
    double cost_m = 0;
    for (const ExplorationWalk& walk : answer->walks) {
      ASSERT_NO_FATAL_FAILURE(ExpectOpen(view, query.changes, walk.route));
      visited.insert(walk.key_points.begin(), walk.key_points.end());
      for (const PolyId poly : walk.route.polys) {
        EXPECT_LT(poly.value(), view.navmesh->poly_count());
        EXPECT_FALSE(closed.IsBlocked(poly));
      }
      cost_m += walk.route.cost_m;
    }
    for (const uint32_t k : visited) {
      EXPECT_TRUE(reached->contains(k));
      EXPECT_FALSE(closed.IsClosed(view.skeleton->Position(KeyPointId(k)).Plane()));
    }
    // The map is level, so that lengths in the plane are lengths.
    EXPECT_LE(answer->lower_bound_m, cost_m * (1 + 1e-5) + 1e-6);
    if (!one_way) {
      EXPECT_EQ(visited, *reached);
      EXPECT_EQ(answer->end, ExploreEnd::kCovered);
      EXPECT_EQ(answer->status, RouteStatus::kComplete);
      if (query.return_to_start) {
        for (const ExplorationWalk& walk : answer->walks) {
          EXPECT_LT(Distance(walk.route.points.back(), walk.route.points.front()), 1e-6);
        }
      }
    }
  }
  if (reached) {
    tally.smaller += reached->size() < view.skeleton->size() ? 1 : 0;
    tally.weighted += query.changes.IsWeighted() ? 1 : 0;
  }
}

TEST(ChangedExploration, VisitsWhatTheSearchOverTheChangedSurfaceReachesAndKeepsToIt) {
  Random random(41);
  Tally tally;
  for (int i = 0; i < 150 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const auto map = RandomMap(i, false, random);
    if (map != nullptr) Compare(*map, false, random, tally);
  }
  EXPECT_GT(tally.walks, 250);
  EXPECT_GT(tally.smaller, 40);
  EXPECT_GT(tally.weighted, 10);
}

TEST(ChangedExploration, ReachesAsMuchOverOneWayGround) {
  Random random(43);
  Tally tally;
  for (int i = 0; i < 150 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const auto map = RandomMap(i, true, random);
    if (map != nullptr) Compare(*map, true, random, tally);
  }
  EXPECT_GT(tally.walks, 250);
}

TEST(ChangedExploration, TheSameWhereTheGroundIsNotCut) {
  Random random(47);
  Tally tally;
  const UncutSurface uncut;
  for (int i = 0; i < 200 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const bool one_way = i % 4 == 3;
    const auto map = RandomMap(i, one_way, random);
    if (map != nullptr) Compare(*map, one_way, random, tally, uncut);
  }
  EXPECT_GT(tally.walks, 300);
  EXPECT_GT(tally.smaller, 50);
}

ExplorationAnswer Explore(const MapView& view, const ExplorationQuery& query) {
  Scratch scratch;
  const absl::StatusOr<ExplorationAnswer> answer = ExploreRoute(view, query, scratch);
  EXPECT_TRUE(answer.ok()) << answer.status();
  return answer.value_or(ExplorationAnswer());
}

ExplorationQuery DepthFirstFrom(const ExploredMap& map, double x, double z) {
  ExplorationQuery query;
  query.start = map.map.Abs(x, 0, z);
  query.order = WalkOrder::kDepthFirst;
  return query;
}

// Key points in the middle row only.
TEST(ChangedExploration, ACrateInAHallIsWalkedRound) {
  ExploredMap map({".......\n.......\n.......\n"});
  for (int x = 0; x < 7; ++x) {
    map.sketch().Drop(map.Cell(x + 0.5, 0.5));
    map.sketch().Drop(map.Cell(x + 0.5, 2.5));
  }
  ExplorationQuery query = DepthFirstFrom(map, 0.5, 1.5);
  EXPECT_DOUBLE_EQ(Explore(map.view(), query).walks[0].route.length_m, 6);
  query.changes.solids = {Box({3.5, 1.5}, 0.3, 0.3)};
  const ExplorationAnswer answer = Explore(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reachable_key_points, 6U);
  EXPECT_GT(answer.walks[0].route.length_m, 6.1);
  EXPECT_LT(answer.walks[0].route.length_m, 7);
  EXPECT_EQ(answer.basis, RouteBasis::kSearch);
}

// The skeleton leaves out the way below.
TEST(ChangedExploration, WhatIsPartedIsJoinedByAnyWayThatIsLeft) {
  ExploredMap map({"........\n.######.\n.######.\n........\n"});
  for (int x = 0; x < 8; ++x) map.sketch().Drop(map.Cell(x + 0.5, 3.5));
  ExplorationQuery query = DepthFirstFrom(map, 0.5, 0.5);
  query.changes.blocked_polys = {map.Cell(3.5, 0.5)};
  const ExplorationAnswer answer = Explore(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.reachable_key_points, 11U);
  query.changes.blocked_polys.push_back(map.Cell(3.5, 3.5));
  EXPECT_EQ(Explore(map.view(), query).reachable_key_points, 5U);
}

TEST(ChangedExploration, AJumpIsClosedByWhatStandsInItsWay) {
  ExploredMap map({"..#..\n"});
  map.sketch().AddArc(map.Cell(1.5, 0.5), map.Cell(3.5, 0.5), SkeletonArcKind::kJump);
  ExplorationQuery query = DepthFirstFrom(map, 0.5, 0.5);
  query.changes.solids = {Box({2.5, 0.5}, 0.1, 0.1)};
  EXPECT_EQ(Explore(map.view(), query).reachable_key_points, 2U);
  query.changes.solids[0].min_y = 10;
  query.changes.solids[0].max_y = 12;
  EXPECT_EQ(Explore(map.view(), query).reachable_key_points, 4U);
}

TEST(ChangedExploration, LimitsOfLengthCountMetresAndNotCosts) {
  ExploredMap map({"...............\n"});
  ExplorationQuery query = DepthFirstFrom(map, 0.5, 0.5);
  query.max_length_m = 5.2;
  query.changes.area_factors = {{1, 10}};
  const ExplorationAnswer answer = Explore(map.view(), query);
  EXPECT_EQ(answer.end, ExploreEnd::kWalkLimit);
  EXPECT_DOUBLE_EQ(answer.walks[0].route.length_m, 5);
  EXPECT_DOUBLE_EQ(answer.walks[0].route.cost_m, 50);
  query.return_to_start = true;
  EXPECT_DOUBLE_EQ(Explore(map.view(), query).walks[0].route.length_m, 4);
}

TEST(ChangedExploration, WhatIsKeptForTheNextRequestGivesTheSameAnswer) {
  Random random(5);
  const auto map = RandomMap(0, false, random);
  MapView view = map->view();
  const NavmeshSurface surface;  // keeps changed meshes
  view.surface = &surface;
  ExplorationQuery query;
  query.start = view.skeleton->Position(KeyPointId(0)) + view.manifest->origin;
  query.order = WalkOrder::kPocketFirst;
  for (int i = 0; i < 8; ++i) {
    query.changes = RandomChanges(view, 7, 5, false, random);
    const ExplorationAnswer first = Explore(view, query);
    const ExplorationAnswer again = Explore(view, query);
    ASSERT_EQ(first.walks.size(), again.walks.size());
    if (!first.walks.empty()) {
      EXPECT_EQ(first.walks[0].route.points, again.walks[0].route.points);
    }
  }
}

TEST(ChangedExploration, ATimeThatIsOverIsSaid) {
  ExploredMap map({".......\n"});
  ExplorationQuery query = DepthFirstFrom(map, 0.5, 0.5);
  query.changes.blocked_polys = {map.Cell(3.5, 0.5)};
  query.deadline = AskedClock::OverAt(1);
  const ExplorationAnswer answer = Explore(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kLimitReached);
  EXPECT_EQ(answer.reason, RouteReason::kDeadline);
}

// A jump rises, a drop does not.
TEST(ChangedExploration, LeapsPassBelowWhatIsHighEnough) {
  for (const SkeletonArcKind kind : {SkeletonArcKind::kJump, SkeletonArcKind::kDrop}) {
    ExploredMap map({"..#..\n"});
    map.sketch().AddArc(map.Cell(1.5, 0.5), map.Cell(3.5, 0.5), kind);
    ExplorationQuery query = DepthFirstFrom(map, 0.5, 0.5);
    Scratch scratch;
    for (const double height_m : {1.0, 2.5, 4.0}) {
      Solid above = Box({2.5, 0.5}, 0.3, 0.3);
      above.min_y = height_m;
      above.max_y = height_m + 1;
      query.changes.solids = {above};
      const bool is_open = height_m > (kind == SkeletonArcKind::kJump ? 3.6 : 1.8);
      EXPECT_EQ(ExploreRoute(map.view(), query, scratch)->reachable_key_points, is_open ? 4U : 2U)
          << height_m;
    }
  }
}

}  // namespace
}  // namespace waystone
