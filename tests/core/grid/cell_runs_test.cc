#include "core/grid/cell_runs.h"

#include <gtest/gtest.h>

#include <random>

namespace waystone {
namespace {

TEST(CellRunsTest, RunsCoverTheCellsOfTheRectanglesOnceEach) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const uint32_t columns = 1 + random() % 150;
    const uint32_t rows = 1 + random() % 150;
    std::vector<CellRect> rects(random() % 40);
    std::vector<int> expected(columns * rows);
    for (CellRect& rect : rects) {
      rect = {static_cast<uint32_t>(random() % columns), static_cast<uint32_t>(random() % rows),
              static_cast<uint32_t>(random() % 40), static_cast<uint32_t>(random() % 80)};
      if (random() % 20 == 0) rect.columns = rect.rows = 0xffffffffU;
      for (uint32_t row = rect.row; row < rows && row - rect.row < rect.rows; ++row) {
        for (uint32_t column = rect.column; column < columns && column - rect.column < rect.columns;
             ++column) {
          expected[row * columns + column] = 1;
        }
      }
    }
    std::vector<int> covered(columns * rows);
    uint32_t last = 0;
    for (const CellRect& run : RunsOfRects(columns, rows, rects)) {
      ASSERT_EQ(run.rows, 1U);
      ASSERT_GE(run.row * columns + run.column, last);
      last = run.row * columns + run.column + run.columns;
      for (uint32_t i = 0; i < run.columns; ++i) ++covered[run.row * columns + run.column + i];
    }
    ASSERT_EQ(covered, expected);
  }
}

TEST(CellRunsTest, NothingIsNoRun) {
  EXPECT_TRUE(RunsOfRects(5, 5, {}).empty());
  const CellRect outside{5, 0, 1, 1};
  EXPECT_TRUE(RunsOfRects(5, 5, {&outside, 1}).empty());
}

}  // namespace
}  // namespace waystone
