#include "core/grid/cell_flood.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

// Whole, or grown in steps of cost and of cells, the flood knows what the oracle knows.
TEST(CellFlood, KnowsTheCheapestPathToEveryCellAsFarAsItHasGrown) {
  Random random(1);
  CellFlood flood;
  for (int i = 0; i < 60 && !testing::Test::HasFailure(); ++i) {
    const GridData data =
        RandomGrid(random, 2 + random.NextBelow(30), 2 + random.NextBelow(30), 0.3, 1 + random.NextBelow(4));
    const GridView map = *GridView::Create(data);
    const GridGround ground = GroundOf(map);
    const Cell from = RandomFreeCell(random, ground.bits);
    if (from.column < 0) continue;
    const GridDijkstra oracle(ground, from);
    flood.Begin(ground, from);
    const double limit = random.NextInRange(0, 30);
    const auto most = 1 + random.NextBelow(200);
    const SearchOutcome outcome = flood.GrowTo(limit, most, {});
    EXPECT_LE(flood.expansions(), most);
    EXPECT_TRUE(outcome == SearchOutcome::kExpansionLimit || flood.grown_to() >= limit);
    for (const bool is_whole : {false, true}) {
      if (is_whole) {
        ASSERT_EQ(flood.GrowTo(kInfinite, 1'000'000, {}), SearchOutcome::kFound);
      }
      for (uint32_t id = 0; id < map.columns() * map.rows(); ++id) {
        const Cell cell = map.CellOf(id);
        if (!map.IsFree(cell)) continue;
        const double cost = oracle.Cost(cell);
        const double known = flood.CostTo(cell);
        if (is_whole || known < kInfinite) {
          ASSERT_NEAR(known == kInfinite ? -1 : known, cost == kInfinite ? -1 : cost, 1e-9) << i;
        } else {
          ASSERT_GE(cost, flood.grown_to() - 1e-9);
        }
      }
    }
    EXPECT_EQ(flood.grown_to(), kInfinite);
  }
}

}  // namespace
}  // namespace waystone
