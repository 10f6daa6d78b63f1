// Routes over the clusters of a grid.
#include <gtest/gtest.h>

#include <numbers>
#include <string>
#include <vector>

#include "bake/grid/grid_cluster_baker.h"
#include "core/base/scratch.h"
#include "core/surface/grid/grid_route.h"
#include "tests/core/surface/grid/drawn_grid_map.h"

namespace waystone {
namespace {

TEST(GridClusterRouteTest, RoutesByClustersAreAskedForOrAllowed) {
  // Walls with a gap at either end in turn.
  std::vector<std::string> rows(41, std::string(40, '.'));
  for (size_t row = 4; row < rows.size(); row += 8) {
    rows[row].assign(40, '#');
    rows[row][row % 16 == 4 ? 38 : 1] = '.';
  }
  const DrawnGridMap map({rows.begin(), rows.end()}, [](GridData& data) {
    data.clusters = BakeGridClusters(*GridView::Create(data), {.side = 8, .thread_count = 1});
  });
  RouteQuery query = Between(map, {0, 0}, {39, 40});
  const RouteAnswer exact = Plan(map.view(), query);
  EXPECT_EQ(exact.method, RouteMethod::kGridJps);
  query.method = RouteMethod::kClusters;
  const RouteAnswer answer = Plan(map.view(), query);
  EXPECT_EQ(answer.status, RouteStatus::kComplete);
  EXPECT_EQ(answer.method, RouteMethod::kClusters);
  EXPECT_EQ(answer.basis, RouteBasis::kBaked);
  EXPECT_GE(answer.cost_m, exact.cost_m - 1e-9);
  EXPECT_LE(answer.cost_m, exact.cost_m * 1.05);
  // Nothing but the straight line proves how good it is.
  EXPECT_NEAR(answer.cost_ratio, answer.cost_m / (39 * std::numbers::sqrt2 + 1), 1e-9);
  // Where that is not enough the best path is searched for.
  query.max_length_ratio = 1.5;
  EXPECT_EQ(Plan(map.view(), query).method, RouteMethod::kGridJps);
  EXPECT_EQ(Plan(map.view(), query).cost_m, exact.cost_m);
  // Changed cells void the clusters.
  query.max_length_ratio = 0;
  query.changes.cells = BlockedRects({{20, 20, 1, 1}});
  Scratch scratch;
  EXPECT_TRUE(absl::IsInvalidArgument(PlanRoute(map.view(), query, scratch).status()));
  // Without a name they are taken where a longer route is allowed, and the path is long.
  query = Between(map, {0, 5}, {39, 11});
  EXPECT_EQ(Plan(map.view(), query).method, RouteMethod::kGridJps);
  query.max_length_ratio = 1.2;
  EXPECT_EQ(Plan(map.view(), query).method, RouteMethod::kStraightLine);
  query = Between(map, {0, 0}, {39, 5});
  query.max_length_ratio = 1.2;
  EXPECT_EQ(Plan(map.view(), query).method, RouteMethod::kClusters);
  query.max_expansions = 1;
  EXPECT_EQ(Plan(map.view(), query).reason, RouteReason::kExpansionLimit);
}

}  // namespace
}  // namespace waystone
