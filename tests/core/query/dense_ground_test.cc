// Finely cut ground full of obstacles: searches for near goals there may not use up what the request allows.
#include <gtest/gtest.h>

#include <vector>

#include "bake/clusters/cluster_builder.h"
#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/query/distance_matrix.h"
#include "core/query/mesh_route.h"
#include "tests/core/query/drawn_map.h"
#include "tests/core/query/plan_route.h"
#include "tests/support/asked_clock.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

constexpr float kCell_m = 0.25F;
constexpr int kCells = 180;  // a side: 45 m

// Squares of 0.25 m, a third of them blocked at random: every path bends all the time, and a search sees
// little from any corner.
PolygonSoup DenseGround() {
  Random random(5);
  PolygonSoup soup = SharedCells(RandomDrawing(kCells, kCells, 0.33, random));
  for (auto& vertex : soup.vertices) vertex = {vertex.x * kCell_m, vertex.y, vertex.z * kCell_m};
  return soup;
}

// Routes of up to 50 m, and three quarters of the expansions that the exact search needs for each.
class DenseGroundTest : public ::testing::Test {
 protected:
  DenseGroundTest()
      : map_(*BuildNavmesh(DenseGround())),
        hierarchy_data_(*BuildHierarchy(map_.mesh(), LinkView(), 0, {.min_polygons = 0}, 1)),
        hierarchy_(*HierarchyView::Create(hierarchy_data_, map_.mesh(), LinkView())),
        plain_(map_.view()),
        view_(plain_) {
    view_.hierarchy = &hierarchy_;
    Random random(3);
    for (int tries = 0; queries_.size() < 5 && tries < 500; ++tries) {
      RouteQuery query = waystone::Query(Draw(random), Draw(random));
      const double straight_m = PlaneDistance(query.start, query.goals[0]);
      if (straight_m < 25 || straight_m > 45) continue;
      query.max_expansions = 10'000'000;
      const RouteAnswer exact = Plan(plain_, query);
      if (exact.status != RouteStatus::kComplete || exact.cost_m > kExactUpTo_m) continue;
      if (exact.expansions < 2'000) continue;
      query.max_expansions = exact.expansions / 4 * 3;
      queries_.push_back(query);
    }
  }

  Vec3 Draw(Random& random) const {
    return RandomLatticePlace(map_.mesh(), random).point + plain_.manifest->origin;
  }

  const DrawnMap map_;
  const HierarchyData hierarchy_data_;
  const HierarchyView hierarchy_;
  const MapView plain_;
  MapView view_;
  std::vector<RouteQuery> queries_;
};

TEST_F(DenseGroundTest, ANearGoalIsFoundByTheIndexIfTheExactSearchTakesLong) {
  ASSERT_EQ(queries_.size(), 5U);
  for (const RouteQuery& query : queries_) {
    const RouteAnswer answer = Plan(view_, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
    EXPECT_EQ(answer.reason, RouteReason::kNone);
    EXPECT_EQ(answer.method, RouteMethod::kHierarchy);
    RouteQuery exact = query;
    exact.max_expansions = 100'000'000;
    const RouteAnswer best = Plan(plain_, exact);
    EXPECT_LE(answer.cost_m, 1.05 * best.cost_m);
  }
}

TEST_F(DenseGroundTest, TheExactSearchTakesNoMoreThanItsShare) {
  Workspace workspace;
  for (const RouteQuery& query : queries_) {
    SnapOptions snap;
    const Vec3& origin = view_.manifest->origin;
    const SnapResult start = Snap(map_.mesh(), query.start - origin, snap, workspace.surface);
    const SnapResult goal = Snap(map_.mesh(), query.goals[0] - origin, snap, workspace.surface);
    const uint32_t share = query.max_expansions / 2;
    MeshRouteOptions options;
    options.near_expansions = share;
    const MeshRoute found = FindMeshRoute(view_, *start.place, *goal.place, options, workspace);
    EXPECT_TRUE(found.IsBest());
    EXPECT_EQ(found.method, RouteMethod::kHierarchy);
    EXPECT_LE(found.route.expansions, share + 2'048 + 1'000);
  }
}

TEST_F(DenseGroundTest, ADeadlineInTheExactSearchLeavesTheRouteOfTheIndex) {
  const RouteQuery& query = queries_.at(0);
  bool was_partial = false;
  bool was_complete = false;
  for (int asks = 1; asks < 60; ++asks) {
    RouteQuery late = query;
    late.max_expansions = 1'000'000;
    late.deadline = AskedClock::OverAt(asks);
    const RouteAnswer answer = Plan(view_, late);
    EXPECT_LE(AskedClock::seconds, asks + 2) << "work went on after the deadline";
    const bool is_complete = answer.status == RouteStatus::kComplete;
    EXPECT_TRUE(is_complete || !was_complete) << "more time, less of a route";
    was_partial = was_partial || !is_complete;
    was_complete = was_complete || is_complete;
  }
  EXPECT_TRUE(was_partial);
  EXPECT_TRUE(was_complete);
}

TEST_F(DenseGroundTest, ClustersAnswerToo) {
  const LinkView no_links;
  const ClusterData data = *BuildClusters({map_.mesh(), no_links, 0}, {ClusterMethod::kEdges, 256}, 1);
  const ClusterView clusters = *ClusterView::Create(data, map_.mesh(), no_links);
  view_.hierarchy = nullptr;
  view_.clusters = &clusters;
  for (const RouteQuery& query : queries_) {
    const RouteAnswer answer = Plan(view_, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
  }
}

// Ground of other costs elsewhere: the search over them takes as long, and the index answers all the same.
TEST_F(DenseGroundTest, CostsThatTouchNothingAreNoHindrance) {
  for (RouteQuery query : queries_) {
    query.changes.area_factors = {{2, 3.0}};
    const RouteAnswer answer = Plan(view_, query);
    EXPECT_EQ(answer.status, RouteStatus::kComplete);
  }
}

TEST_F(DenseGroundTest, ManyGoalsAndViaPointsAreReached) {
  Random random(9);
  RouteQuery query = queries_.at(0);
  for (int i = 0; i < 30; ++i) query.goals.push_back(Draw(random));
  query.max_expansions = 100'000;
  EXPECT_EQ(Plan(view_, query).status, RouteStatus::kComplete);
  query = queries_.at(0);
  query.max_expansions *= 5;
  for (int i = 0; i < 4; ++i) query.via.push_back(queries_.at(1 + static_cast<size_t>(i)).goals[0]);
  EXPECT_EQ(Plan(view_, query).status, RouteStatus::kComplete);
}

TEST_F(DenseGroundTest, DistancesAreAllFound) {
  Random random(10);
  DistanceQuery query;
  query.sources = {queries_.at(0).start};
  for (int i = 0; i < 60; ++i) query.targets.push_back(Draw(random));
  Workspace workspace;
  const DistanceAnswer answer = *MeasureDistances(view_, query, workspace);
  for (const DistanceStatus status : answer.statuses) EXPECT_NE(status, DistanceStatus::kLimitReached);
}

}  // namespace
}  // namespace waystone
