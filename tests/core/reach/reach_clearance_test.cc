// Reach on grids with room to keep, against distances that keep it.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/random.h"
#include "core/base/scratch.h"
#include "core/distances/distance_matrix.h"
#include "core/reach/reach.h"
#include "tests/core/surface/grid/drawn_grid_map.h"

namespace waystone {
namespace {

TEST(ReachWithClearance, KeepsToCellsThatHaveTheRoom) {
  const DrawnGridMap map({
      "....#....",
      ".........",
      "....#....",
  });
  Scratch scratch;
  ReachQuery query;
  query.starts = {map.At(1.5, 1.5)};
  query.max_cost_m = 100;
  query.cell_m = 1;
  EXPECT_EQ(Reach(map.view(), query, scratch)->places.size(), 25U);
  query.changes.min_clearance_m = 1;
  const ReachAnswer answer = *Reach(map.view(), query, scratch);
  for (const Vec3& place : answer.places)
    EXPECT_LT(place.x, map.At(4, 0).x) << "the gap has half a metre to each side";
  EXPECT_FALSE(answer.places.empty());
}

TEST(ReachWithClearance, CostsAreDistancesThatKeepIt) {
  Random random(11);
  Scratch scratch;
  size_t compared = 0;
  for (int i = 0; i < 60 && !::testing::Test::HasFailure(); ++i) {
    const uint32_t columns = 12 + random.NextBelow(20);
    const uint32_t rows = 12 + random.NextBelow(20);
    std::vector<std::string> lines(rows, std::string(columns, '.'));
    for (uint32_t k = 0; k < columns * rows / 25; ++k)
      lines[random.NextBelow(rows)][random.NextBelow(columns)] = '#';
    const DrawnGridMap map(std::vector<std::string_view>(lines.begin(), lines.end()));
    ReachQuery query;
    query.starts = {map.At(columns / 2 + 0.5, rows / 2 + 0.5)};
    query.max_cost_m = 1e4;
    query.cell_m = 1;
    query.changes.min_clearance_m = random.NextInRange(0.3, 1.6);
    const ReachAnswer answer = *Reach(map.view(), query, scratch);
    DistanceQuery distances;
    if (!answer.starts[0].has_value()) continue;
    distances.sources = {*answer.starts[0]};
    distances.changes = query.changes;
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t column = 0; column < columns; ++column)
        distances.targets.push_back(map.At(column + 0.5, row + 0.5));
    }
    distances.snap.radius_m = 0.1;
    const DistanceAnswer walks = *MeasureDistances(map.view(), distances, scratch);
    size_t reached = 0;
    for (size_t k = 0; k < distances.targets.size(); ++k) {
      if (walks.distance_m[k] < 0) continue;
      ++reached;
      if (PlaneDistance(*answer.starts[0], distances.targets[k]) < 0.75)
        continue;  // it stands for its square
      bool is_there = false;
      for (size_t p = 0; p < answer.places.size(); ++p) {
        if (PlaneDistance(answer.places[p], distances.targets[k]) > 0.01) continue;
        is_there = true;
        EXPECT_NEAR(answer.costs_m[p], walks.distance_m[k], 1e-3);
      }
      EXPECT_TRUE(is_there) << k % columns << ", " << k / columns;
    }
    compared += reached;
    EXPECT_LE(answer.places.size(), reached + 1);  // the start's own square is there, whatever it is
  }
  EXPECT_GT(compared, 3000U);
}

}  // namespace
}  // namespace waystone
