#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/grid/grid_search.h"
#include "tests/core/grid/random_grid.h"
#include "tests/oracle/grid_dijkstra.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

TEST(FloodGridTest, ReachesWhatPathsReach) {
  Random random(11);
  std::vector<uint64_t> reached;
  for (uint32_t i = 0; i < 400; ++i) {
    const GridData data = RandomGrid(random, 1 + random.NextBelow(200), 1 + random.NextBelow(30),
                                     0.3 + 0.2 * random.NextUnit(), 1);
    const GridView map = *GridView::Create(data);
    const Cell from = RandomFreeCell(random, map.bits());
    if (from.column < 0) continue;
    ASSERT_TRUE(FloodGrid(map.bits(), from, {}, reached));
    ASSERT_EQ(reached.size(), data.row_words.size());
    const BitGrid answer{map.columns(), map.rows(), reached.data(), nullptr};
    const GridDijkstra oracle(GroundOf(map), from);
    for (int32_t row = -1; row <= static_cast<int32_t>(map.rows()); ++row) {
      for (int32_t column = -1; column <= static_cast<int32_t>(map.columns()); ++column) {
        const Cell cell{column, row};
        ASSERT_EQ(answer.IsFree(cell), map.bits().Contains(cell) && oracle.Reaches(cell))
            << i << ": " << column << ", " << row;
      }
    }
  }
}

TEST(FloodGridTest, DoesNotPassBetweenCornersThatTouch) {
  const GridData data = DrawGrid({".#", "#."});
  const GridView map = *GridView::Create(data);
  std::vector<uint64_t> reached;
  ASSERT_TRUE(FloodGrid(map.bits(), {0, 0}, {}, reached));
  EXPECT_EQ(reached, (std::vector<uint64_t>{0, 2, 0, 0}));
}

TEST(FloodGridTest, EndsWithTheTimeThereIs) {
  const std::vector<std::string> rows(2000, std::string(70, '.'));
  const GridData data = DrawGrid({rows.begin(), rows.end()});
  const GridView map = *GridView::Create(data);
  std::vector<uint64_t> reached;
  EXPECT_FALSE(FloodGrid(map.bits(), {0, 0}, AskedClock::OverAt(2), reached));
  EXPECT_TRUE(FloodGrid(map.bits(), {0, 0}, AskedClock::OverAt(1000), reached));
  EXPECT_GE(AskedClock::seconds, 3) << "asked again and again";
}

}  // namespace
}  // namespace waystone
