#include "core/grid/grid_changes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "tests/core/grid/random_grid.h"

namespace waystone {
namespace {

std::vector<std::string> Drawing(const BitGrid& bits) {
  std::vector<std::string> lines(bits.rows, std::string(bits.columns, '#'));
  for (uint32_t row = 0; row < bits.rows; ++row) {
    for (uint32_t column = 0; column < bits.columns; ++column) {
      if (bits.IsFree({static_cast<int32_t>(column), static_cast<int32_t>(row)})) lines[row][column] = '.';
    }
  }
  return lines;
}

// That both bitmaps, with their borders, say what `lines` say.
void ExpectBits(const BitGrid& bits, const std::vector<std::string>& lines) {
  ASSERT_EQ(Drawing(bits), lines);
  const GridData data = DrawGrid({lines.begin(), lines.end()});
  EXPECT_TRUE(std::equal(data.row_words.begin(), data.row_words.end(), bits.row_words));
  EXPECT_TRUE(std::equal(data.column_words.begin(), data.column_words.end(), bits.column_words));
}

std::vector<std::string> Changed(std::vector<std::string> lines, const GridChanges& changes) {
  const auto columns = static_cast<uint32_t>(lines[0].size());
  const auto fill = [&](const CellRect& rect, char letter) {
    for (uint32_t row = 0; row < lines.size(); ++row) {
      for (uint32_t column = 0; column < columns; ++column) {
        if (row >= rect.row && row - rect.row < rect.rows && column >= rect.column &&
            column - rect.column < rect.columns) {
          lines[row][column] = letter;
        }
      }
    }
  };
  for (const CellRect& rect : changes.opened_rects) fill(rect, '.');
  for (const uint32_t id : changes.opened_cells) lines[id / columns][id % columns] = '.';
  for (const CellRect& rect : changes.blocked_rects) fill(rect, '#');
  for (const uint32_t id : changes.blocked_cells) lines[id / columns][id % columns] = '#';
  return lines;
}

TEST(GridChangesTest, CellsAndRectanglesOpenAndBlockWhereverTheyLie) {
  const GridData data = DrawGrid({"..#.",  //
                                  "..#.",  //
                                  "####"});
  const GridView map = *GridView::Create(data);
  PatchedBits patched;
  const GridChanges changes{.blocked_cells = {4},
                            .opened_cells = {2, 4},
                            .blocked_rects = {{3, 1, 9, 9}, {7, 7, 1, 1}, {0, 0, 0, 5}},
                            .opened_rects = {{1, 1, 3, ~0U}}};
  ExpectBits(patched.Apply(map, changes), {"....",  //
                                           "#..#",  //
                                           "#..#"});
  ExpectBits(patched.Apply(map, {}), {"..#.",  //
                                      "..#.",  //
                                      "####"});
}

TEST(GridChangesTest, AnyChangesAreAppliedAndTakenBack) {
  Random random(3);
  PatchedBits patched;
  for (int round = 0; round < 100; ++round) {
    const uint32_t columns = 1 + random.NextBelow(140);
    const uint32_t rows = 1 + random.NextBelow(140);
    const GridData data = RandomGrid(random, columns, rows, 0.4, 1);
    const GridView map = *GridView::Create(data);
    const std::vector<std::string> drawn = Drawing(map.bits());
    for (int i = 0; i < 5; ++i) {
      GridChanges changes;
      const auto rect = [&] {
        return CellRect{random.NextBelow(columns), random.NextBelow(rows), random.NextBelow(70),
                        random.NextBelow(70)};
      };
      for (uint32_t k = random.NextBelow(8); k > 0; --k) changes.blocked_rects.push_back(rect());
      for (uint32_t k = random.NextBelow(8); k > 0; --k) changes.opened_rects.push_back(rect());
      for (uint32_t k = random.NextBelow(400); k > 0; --k) {
        (k % 2 == 0 ? changes.blocked_cells : changes.opened_cells)
            .push_back(random.NextBelow(columns * rows));
      }
      ASSERT_NO_FATAL_FAILURE(ExpectBits(patched.Apply(map, changes), Changed(drawn, changes)));
      if (i % 2 == 0) patched.Undo();
    }
    ASSERT_NO_FATAL_FAILURE(ExpectBits(patched.Apply(map, {}), drawn));
  }
}

TEST(GridChangesTest, AMapLoadedWhereAnotherWasIsNotTakenForIt) {
  PatchedBits patched;
  GridData data = DrawGrid({"....", "...."});
  const GridView first = *GridView::Create(data);
  patched.Apply(first, {});
  // The same memory now holds another map.
  data.row_words = DrawGrid({"..#.", "...."}).row_words;
  data.column_words = DrawGrid({"..#.", "...."}).column_words;
  data.header.free_count = 7;
  const GridView second = *GridView::Create(data);
  ExpectBits(patched.Apply(second, {}), {"..#.", "...."});
}

TEST(GridChangesTest, TakingBackNeedsNoMap) {
  PatchedBits patched;
  auto data = std::make_unique<GridData>(DrawGrid({"....", "...."}));
  GridChanges changes;
  changes.blocked_rects = {{0, 0, 4, 2}};
  patched.Apply(*GridView::Create(*data), changes);
  data.reset();
  patched.Undo();
}

}  // namespace
}  // namespace waystone
