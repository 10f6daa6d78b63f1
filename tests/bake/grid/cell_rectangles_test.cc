#include "bake/grid/cell_rectangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/random.h"
#include "tests/bake/grid/drawn_cells.h"

namespace waystone {
namespace {

// Each cell's area, as the rectangles have it.
void ExpectCovered(const GridCells& cells) {
  std::vector<uint8_t> covered(cells.areas.size(), 0);
  for (const CellRectangle& r : CoverCells(cells)) {
    ASSERT_GE(r.columns, 1U);
    ASSERT_GE(r.rows, 1U);
    ASSERT_LE(std::max(r.columns, r.rows), kMaxRectangleSide);
    ASSERT_LE(r.column + r.columns, cells.columns);
    ASSERT_LE(r.row + r.rows, cells.rows);
    for (uint32_t row = r.row; row < r.row + r.rows; ++row) {
      for (uint32_t column = r.column; column < r.column + r.columns; ++column) {
        uint8_t& cell = covered[row * cells.columns + column];
        ASSERT_EQ(cell, 0) << "cell " << column << ", " << row << " is covered twice";
        cell = r.area;
      }
    }
  }
  EXPECT_EQ(covered, cells.areas);
}

TEST(CellRectangles, CoverEachFreeCellOnceAndNothingElse) {
  Random random(1);
  for (int round = 0; round < 300; ++round) {
    const uint32_t columns = 1 + random.NextBelow(90);
    const uint32_t rows = 1 + random.NextBelow(90);
    ExpectCovered(RandomCells(columns, rows, random.NextBelow(101), 1 + random.NextBelow(3), random));
  }
}

TEST(CellRectangles, CoverAllGridsOfFourByThreeCells) {
  for (uint32_t bits = 0; bits < 1U << 12; ++bits) {
    GridCells cells;
    cells.columns = 4;
    cells.rows = 3;
    for (uint32_t i = 0; i < 12; ++i) cells.areas.push_back(static_cast<uint8_t>(bits >> i & 1));
    ExpectCovered(cells);
  }
}

TEST(CellRectangles, AreLargeWhereTheyCanBe) {
  EXPECT_EQ(CoverCells(DrawCells({"....", "....", "...."})).size(), 1U);
  EXPECT_EQ(CoverCells(DrawCells({"....", "..22", "..22"})).size(), 3U);
  // A column is taken down, not the short row across.
  EXPECT_EQ(CoverCells(DrawCells({"...", ".##", ".##", ".##", ".##"})).size(), 2U);
  GridCells hall;
  hall.columns = 2 * kMaxRectangleSide;
  hall.rows = kMaxRectangleSide;
  hall.areas.assign(size_t{hall.columns} * hall.rows, 1);
  EXPECT_EQ(CoverCells(hall).size(), 2U);
}

}  // namespace
}  // namespace waystone
