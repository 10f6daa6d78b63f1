// Finely cut ground full of obstacles: searches for near goals there may not use up what the request allows.
#include <gtest/gtest.h>

#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/navmesh/mesh_route.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "tests/support/asked_clock.h"
#include "tests/support/drawn_map.h"
#include "tests/support/plan_route.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr float kCell_m = 0.25F;
constexpr int kCells = 180;  // a side: 45 m

// Squares, a third of them blocked at random: every path bends all the time, and a search sees little from
// any corner.
PolygonSoup DenseGround(int cells, float cell_m, Random& random) {
  PolygonSoup soup = SharedCells(RandomDrawing(cells, cells, 0.33, random));
  for (auto& vertex : soup.vertices) vertex = {vertex.x * cell_m, vertex.y, vertex.z * cell_m};
  return soup;
}
NavmeshData DenseMesh() {
  Random random(5);
  return *BuildNavmesh(DenseGround(kCells, kCell_m, random));
}

// Made once for all tests, with routes of up to 50 m: each may take three quarters of the expansions that the
// exact search needs.
struct DenseScene {
  DenseScene()
      : map(DenseMesh()),
        hierarchy_data(*BuildHierarchy(map.mesh(), LinkView(), 0, {.min_polygons = 0}, 1)),
        hierarchy(*HierarchyView::Create(hierarchy_data, map.mesh(), LinkView())),
        plain(map.view()),
        view(plain) {
    view.surface = &surface;
    Random random(3);
    for (int tries = 0; queries.size() < 5 && tries < 500; ++tries) {
      RouteQuery query = waystone::Query(Draw(random), Draw(random));
      const double straight_m = PlaneDistance(query.start, query.goals[0]);
      if (straight_m < 25 || straight_m > 45) continue;
      query.max_expansions = 10'000'000;
      const RouteAnswer exact = Plan(plain, query);
      if (exact.status != RouteStatus::kComplete || exact.cost_m > kExactUpTo_m) continue;
      if (exact.expansions < 2'000) continue;
      query.max_expansions = exact.expansions / 4 * 3;
      queries.push_back(query);
    }
  }

  Vec3 Draw(Random& random) const {
    return RandomLatticePlace(map.mesh(), random).point + plain.manifest->origin;
  }

  const DrawnMap map;
  const HierarchyData hierarchy_data;
  const HierarchyView hierarchy;
  const NavmeshSurface surface{{{.hierarchy = &hierarchy}}};
  const MapView plain;
  MapView view;
  std::vector<RouteQuery> queries;
};

const DenseScene& Scene() {
  static const DenseScene kScene;
  return kScene;
}

TEST(DenseGround, ANearGoalIsFoundByTheIndexIfTheExactSearchTakesLong) {
  ASSERT_EQ(Scene().queries.size(), 5U);
  for (const RouteQuery& query : Scene().queries) {
    const RouteAnswer answer = Plan(Scene().view, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.reason, RouteReason::kNone);
    EXPECT_EQ(answer.method, RouteMethod::kHierarchy);
    RouteQuery exact = query;
    exact.max_expansions = 100'000'000;
    const RouteAnswer best = Plan(Scene().plain, exact);
    EXPECT_LE(answer.cost_m, 1.05 * best.cost_m);
  }
}

TEST(DenseGround, TheExactSearchTakesNoMoreThanItsShare) {
  Scratch scratch;
  for (const RouteQuery& query : Scene().queries) {
    SnapOptions snap;
    const Vec3& origin = Scene().view.manifest->origin;
    const SnapResult start =
        Snap(Scene().map.mesh(), query.start - origin, snap, *scratch.Borrow<SurfaceWorkspace>());
    const SnapResult goal =
        Snap(Scene().map.mesh(), query.goals[0] - origin, snap, *scratch.Borrow<SurfaceWorkspace>());
    const uint32_t share = query.max_expansions / 2;
    MeshRouteOptions options;
    options.near_expansions = share;
    const FoundPath found = FindMeshRoute(Scene().view, *start.place, *goal.place, options, scratch);
    EXPECT_TRUE(found.IsBest());
    EXPECT_EQ(found.method, RouteMethod::kHierarchy);
    EXPECT_LE(found.path.expansions, share + 2'048 + 1'000);
  }
}

TEST(DenseGround, ADeadlineInTheExactSearchLeavesTheRouteOfTheIndex) {
  const RouteQuery& query = Scene().queries.at(0);
  bool was_partial = false;
  bool was_complete = false;
  for (int asks = 1; asks < 60; ++asks) {
    RouteQuery late = query;
    late.max_expansions = 1'000'000;
    late.deadline = AskedClock::OverAt(asks);
    const RouteAnswer answer = Plan(Scene().view, late);
    EXPECT_LE(AskedClock::seconds, asks + 2) << "work went on after the deadline";
    const bool is_complete = answer.status == RouteStatus::kComplete;
    EXPECT_TRUE(is_complete || !was_complete) << "more time, less of a route";
    was_partial = was_partial || !is_complete;
    was_complete = was_complete || is_complete;
  }
  EXPECT_TRUE(was_partial);
  EXPECT_TRUE(was_complete);
}

TEST(DenseGround, ClustersAnswerToo) {
  const LinkView no_links;
  const ClusterData data = *BuildClusters({Scene().map.mesh(), no_links, 0}, {ClusterMethod::kEdges, 256}, 1);
  const ClusterView clusters = *ClusterView::Create(data, Scene().map.mesh(), no_links);
  MapView view = Scene().plain;
  const NavmeshSurface surface({{.clusters = &clusters}});
  view.surface = &surface;
  for (const RouteQuery& query : Scene().queries) {
    const RouteAnswer answer = Plan(view, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
  }
}

// Ground of other costs elsewhere: the search over them takes as long, and the index answers all the same.
TEST(DenseGround, CostsThatTouchNothingAreNoHindrance) {
  for (RouteQuery query : Scene().queries) {
    query.changes.area_factors = {{2, 3.0}};
    const RouteAnswer answer = Plan(Scene().view, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
  }
}

TEST(DenseGround, ManyGoalsAndViaPointsAreReached) {
  Random random(9);
  RouteQuery query = Scene().queries.at(0);
  for (int i = 0; i < 30; ++i) query.goals.push_back(Scene().Draw(random));
  query.max_expansions = 100'000;
  EXPECT_EQ(Plan(Scene().view, query).status, RouteStatus::kComplete);
  query = Scene().queries.at(0);
  query.max_expansions *= 5;
  for (int i = 0; i < 4; ++i) query.via.push_back(Scene().queries.at(1 + static_cast<size_t>(i)).goals[0]);
  EXPECT_EQ(Plan(Scene().view, query).status, RouteStatus::kComplete);
}

TEST(DenseGround, DistancesAreAllFound) {
  Random random(10);
  DistanceQuery query;
  query.sources = {Scene().queries.at(0).start};
  for (int i = 0; i < 60; ++i) query.targets.push_back(Scene().Draw(random));
  Scratch scratch;
  const DistanceAnswer answer = *MeasureDistances(Scene().view, query, scratch);
  for (const DistanceStatus status : answer.statuses) EXPECT_NE(status, DistanceStatus::kLimitReached);
}

// Whatever the other targets of the row took of its expansions.
class DistancesWithLittle : public ::testing::Test {
 protected:
  void ExpectRoutesOfFound(const MapView& view, const DistanceQuery& query) {
    const absl::StatusOr<DistanceAnswer> matrix = MeasureDistances(view, query, scratch_);
    ASSERT_TRUE(matrix.ok()) << matrix.status();
    for (size_t k = 0; k < matrix->statuses.size(); ++k) {
      if (matrix->statuses[k] != DistanceStatus::kFound) {
        ++open_;
        continue;
      }
      RouteQuery route =
          Query(query.sources[k / query.targets.size()], query.targets[k % query.targets.size()]);
      route.max_expansions = query.max_expansions;
      route.allow_partial = false;
      const RouteAnswer answer = Plan(view, route);
      ASSERT_EQ(answer.status, RouteStatus::kComplete) << query.max_expansions << ": " << k;
      ASSERT_NEAR(matrix->distance_m[k], answer.cost_m, 1e-8 * (1 + answer.cost_m))
          << query.max_expansions << ": " << k << " by " << static_cast<int>(answer.method);
      ++found_;
    }
  }

  Scratch scratch_;
  int found_ = 0;
  int open_ = 0;
};

TEST_F(DistancesWithLittle, AreWhatRoutesWithAsLittleCost) {
  Random random(31);
  const LinkView no_links;
  for (int round = 0; round < 24 && !HasFailure(); ++round) {
    const int cells = 20 + static_cast<int>(random.NextBelow(60));
    const DrawnMap map(*BuildNavmesh(DenseGround(cells, 70.0F / static_cast<float>(cells), random)));
    const HierarchyData hierarchy_data = *BuildHierarchy(map.mesh(), no_links, 0, {.min_polygons = 0}, 1);
    const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, map.mesh(), no_links);
    const ClusterData cluster_data =
        *BuildClusters({map.mesh(), no_links, 0}, {ClusterMethod::kEdges, 256}, 1);
    const ClusterView clusters = *ClusterView::Create(cluster_data, map.mesh(), no_links);
    MapView view = map.view();
    const NavmeshSurface surface({{.hierarchy = round % 3 != 0 ? &hierarchy : nullptr,
                                   .clusters = round % 3 == 0 ? &clusters : nullptr}});
    view.surface = &surface;
    const auto draw = [&] { return RandomLatticePlace(map.mesh(), random).point + view.manifest->origin; };
    DistanceQuery query;
    query.sources = {draw(), draw()};
    const uint32_t count = 1 + random.NextBelow(80);
    while (query.targets.size() < count) query.targets.push_back(draw());
    for (uint32_t most = 64; most < 150'000; most *= 3) {
      query.max_expansions = most + random.NextBelow(2 * most);
      ExpectRoutesOfFound(view, query);
    }
  }
  EXPECT_GT(found_, 2'000);
  EXPECT_GT(open_, 2'000);
}

}  // namespace
}  // namespace waystone
