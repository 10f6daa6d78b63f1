// Long routes that keep a clearance: the hierarchy's path led off borders, beside an exact search.
#include "core/surface/navmesh/clear_route.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/geom/segment.h"
#include "core/route/route_planner.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/drawn_map.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr double kWorstClear = 1.06;  // over the exact search's cost

NavmeshData RandomMesh(double jitter) {
  Random random(21);
  const std::string drawing = RandomDrawing(80, 16, 0.06, random);
  return *BuildNavmesh(jitter > 0 ? JitteredCells(drawing, jitter, random) : SharedCells(drawing));
}

struct ClearScene {
  explicit ClearScene(double jitter) : map(RandomMesh(jitter)) {
    const NavmeshView& mesh = map.mesh();
    for (const NavEdge& edge : mesh.arrays().edges) {
      if (edge.twin != kNoEdge) continue;
      const EdgeId id(static_cast<uint32_t>(&edge - mesh.arrays().edges.data()));
      const Vec2 a = Vec3(mesh.EdgeStart(id)).Plane();
      const Vec2 b = Vec3(mesh.EdgeEnd(id)).Plane();
      for (int x = -2; x <= 2; ++x) {
        for (int z = -2; z <= 2; ++z) borders[Cell((a + b) * 0.5, x, z)].push_back({a, b});
      }
    }
  }

  static std::pair<int, int> Cell(Vec2 at, int x, int z) {
    return {static_cast<int>(std::floor(at.x)) + x, static_cast<int>(std::floor(at.z)) + z};
  }
  // [m] To the nearest of the borders that are near, each about a metre long; there is one floor.
  double Room(Vec2 at) const {
    double room_m = 1;
    const auto near = borders.find(Cell(at, 0, 0));
    if (near == borders.end()) return room_m;
    for (const auto& [a, b] : near->second) room_m = std::min(room_m, SegmentDistance(a, b, at));
    return room_m;
  }

  const DrawnMap map;
  std::map<std::pair<int, int>, std::vector<std::pair<Vec2, Vec2>>> borders;
  const HierarchyData hierarchy_data = *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1);
  const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, map.mesh(), LinkView());
  const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};

  HierarchyData DataFor(double clearance_m) const {
    return *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1, nullptr,
                           {.min_clearance_m = clearance_m});
  }
  PricedHierarchy For(const HierarchyData& data, double clearance_m) const {
    return {{}, *HierarchyView::Create(data, map.mesh(), LinkView()), clearance_m};
  }
  // With hierarchies for two clearances, too.
  const HierarchyData data_of_some = DataFor(0.1);
  const HierarchyData data_of_more = DataFor(0.2);
  const std::vector<PricedHierarchy> priced{For(data_of_some, 0.1), For(data_of_more, 0.2)};
  const NavmeshSurface profiled{{{.hierarchy = &hierarchy, .priced = priced}}};
};

struct ClearCase {
  double jitter;
  bool has_profiles;
};

class ClearRoutes : public ::testing::TestWithParam<ClearCase> {
 protected:
  ClearRoutes() : scene_(GetParam().jitter), plain_(scene_.map.view()), view_(plain_) {
    view_.surface = GetParam().has_profiles ? &scene_.profiled : &scene_.surface;
  }

  Vec3 Draw() { return RandomLatticePlace(scene_.map.mesh(), random_).point + view_.manifest->origin; }
  RouteAnswer Plan(const MapView& view, const RouteQuery& query) {
    const absl::StatusOr<RouteAnswer> answer = PlanRoute(view, query, scratch_);
    EXPECT_TRUE(answer.ok()) << answer.status();
    return answer.value_or(RouteAnswer());
  }
  RouteQuery DrawQuery() {
    RouteQuery query;
    do {
      query.start = Draw();
      query.goals = {Draw()};
    } while (PlaneDistance(query.start, query.goals[0]) < kExactUpTo_m);
    query.shape = RouteShape::kTurningPoints;
    query.changes.min_clearance_m = random_.NextInRange(0.05, 0.3);
    return query;
  }
  void ExpectRoom(const RouteAnswer& answer, double clearance_m) {
    const Vec2 origin = view_.manifest->origin.Plane();
    const Vec2 ends[] = {answer.points.front().Plane() - origin, answer.points.back().Plane() - origin};
    for (size_t i = 1; i < answer.points.size(); ++i) {
      const Vec2 a = answer.points[i - 1].Plane() - origin;
      const Vec2 b = answer.points[i].Plane() - origin;
      const int samples = 2 + static_cast<int>(Distance(a, b) / 0.02);
      for (int s = 0; s <= samples; ++s) {
        const Vec2 at = a + (b - a) * (static_cast<double>(s) / samples);
        double needed_m = clearance_m;
        for (const Vec2 end : ends) {
          if (Distance(at, end) <= 2 * clearance_m) needed_m = std::min(needed_m, scene_.Room(end));
        }
        ASSERT_GE(scene_.Room(at), needed_m - scene_.map.mesh().tolerance_m() - 1e-9) << at.x << " " << at.z;
      }
    }
  }

  const ClearScene scene_;
  Random random_{22};
  const MapView plain_;
  MapView view_;
  Scratch scratch_;
};

TEST_P(ClearRoutes, KeepTheirClearanceAndAreNearlyTheShortest) {
  int led = 0;
  int searched = 0;
  double sum = 0;
  for (int i = 0; i < 24 && !HasFailure(); ++i) {
    const RouteQuery query = DrawQuery();
    const double clearance_m = query.changes.min_clearance_m;
    SCOPED_TRACE(testing::Message() << "pair " << i << ", clearance " << clearance_m);
    const RouteAnswer answer = Plan(view_, query);
    const RouteAnswer expected = Plan(plain_, query);
    ASSERT_EQ(answer.status, expected.status);
    ASSERT_EQ(answer.reason, expected.reason);
    if (answer.status != RouteStatus::kComplete) continue;
    ExpectRoom(answer, clearance_m);
    EXPECT_LE(answer.cost_m, expected.cost_m * kWorstClear);
    sum += answer.cost_m / expected.cost_m;
    (answer.method == RouteMethod::kHierarchy ? led : searched) += 1;
  }
  EXPECT_GT(led, GetParam().has_profiles ? 17 : 10);
  EXPECT_LT(sum / (led + searched), 1.015);
}

TEST_P(ClearRoutes, CostWhatDistancesSay) {
  int found = 0;
  for (int i = 0; i < 6; ++i) {
    const RouteQuery query = DrawQuery();
    const RouteAnswer route = Plan(view_, query);
    DistanceQuery distance;
    distance.sources = {query.start};
    distance.targets = query.goals;
    distance.changes = query.changes;
    const DistanceAnswer answer = *MeasureDistances(view_, distance, scratch_);
    ASSERT_EQ(answer.statuses[0] == DistanceStatus::kFound, route.status == RouteStatus::kComplete);
    if (answer.statuses[0] != DistanceStatus::kFound) continue;
    EXPECT_NEAR(answer.distance_m[0], route.cost_m, 1e-8 * route.cost_m);
    ++found;
  }
  EXPECT_GT(found, 3);
}

INSTANTIATE_TEST_SUITE_P(OnCells, ClearRoutes,
                         ::testing::Values(ClearCase{0, false}, ClearCase{0.3, false}, ClearCase{0, true},
                                           ClearCase{0.3, true}));

// The shorter way leads through a door of a cell, the longer one through a gate of three.
TEST(ClearRoute, TakesTheWayWithRoomByTheHierarchyOfAProfile) {
  const std::string open(72, '.');
  const std::string wall = std::string(35, '.') + "#" + std::string(36, '.');
  std::string drawing;
  for (int row = 0; row < 16; ++row) drawing += (row == 2 || row > 12 ? open : wall) + "\n";
  const DrawnMap map(*BuildNavmesh(SharedCells(drawing)));
  const auto build = [&](double clearance_m) {
    return *BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1, nullptr,
                           {.min_clearance_m = clearance_m});
  };
  const HierarchyData plain_data = build(0);
  const HierarchyData clear_data = build(0.6);
  const HierarchyView plain = *HierarchyView::Create(plain_data, map.mesh(), LinkView());
  const std::vector<PricedHierarchy> priced{
      {{}, *HierarchyView::Create(clear_data, map.mesh(), LinkView()), 0.6}};
  const NavmeshSurface surface{{{.hierarchy = &plain, .priced = priced}}};
  MapView view = map.view();
  view.surface = &surface;
  RouteQuery query;
  query.start = Vec3{2.5, 0, 2.5} + view.manifest->origin;
  query.goals = {Vec3{69.5, 0, 2.5} + view.manifest->origin};
  query.shape = RouteShape::kTurningPoints;
  Scratch scratch;
  const auto crossing_z = [&](double clearance_m) {
    query.changes.min_clearance_m = clearance_m;
    const RouteAnswer answer = *PlanRoute(view, query, scratch);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.method, RouteMethod::kHierarchy);
    for (size_t i = 1; i < answer.points.size(); ++i) {
      const Vec3 a = answer.points[i - 1] - view.manifest->origin;
      const Vec3 b = answer.points[i] - view.manifest->origin;
      if (a.x <= 35.5 && b.x >= 35.5) return a.z + (b.z - a.z) * (35.5 - a.x) / (b.x - a.x);
    }
    return -1.0;
  };
  EXPECT_LT(crossing_z(0), 3);
  EXPECT_LT(crossing_z(0.3), 3);  // the hierarchy for 0.6 m does not count
  EXPECT_GT(crossing_z(0.6), 13);
  EXPECT_GT(crossing_z(0.9), 13);
}

}  // namespace
}  // namespace waystone
