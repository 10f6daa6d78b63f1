#include "core/grid/sight.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/core/grid/cell_overlap.h"
#include "tests/core/grid/random_grid.h"

namespace waystone {
namespace {

bool Sees(const std::vector<std::string_view>& lines, Cell from, Cell to) {
  const GridData data = DrawGrid(lines);
  const GridView map = *GridView::Create(data);
  const bool sees = SeesCell(map.bits(), from, to);
  EXPECT_EQ(sees, SeesCell(map.bits(), to, from));
  return sees;
}

TEST(SightTest, ALineThroughACornerNeedsBothCellsBesideIt) {
  EXPECT_TRUE(Sees({"..", ".."}, {0, 0}, {1, 1}));
  EXPECT_FALSE(Sees({".#", ".."}, {0, 0}, {1, 1}));
  EXPECT_FALSE(Sees({"..", "#."}, {0, 0}, {1, 1}));
  EXPECT_FALSE(Sees({"...", ".#."}, {0, 1}, {2, 0}));
  // Passes the middle of the side between the two middle columns.
  EXPECT_TRUE(Sees({"..##", "##.."}, {0, 0}, {1, 0}));
  EXPECT_FALSE(Sees({"..##", "##.."}, {0, 0}, {3, 1}));
  EXPECT_TRUE(Sees({"..#", "#.."}, {0, 0}, {2, 1}));
}

TEST(SightTest, SeesWhatABlockedCellDoesNotTouch) {
  Random random(2);
  for (uint32_t i = 0; i < 150; ++i) {
    const GridData data =
        RandomGrid(random, 1 + random.NextBelow(9), 1 + random.NextBelow(9), 0.3 * random.NextUnit(), 1);
    const GridView map = *GridView::Create(data);
    const uint32_t count = map.columns() * map.rows();
    for (uint32_t from = 0; from < count; ++from) {
      for (uint32_t to = 0; to < count; ++to) {
        const std::array<GridPoint, 2> line = {MiddleOf(map.CellOf(from)), MiddleOf(map.CellOf(to))};
        bool is_free = true;
        for (uint32_t id = 0; id < count && is_free; ++id) {
          is_free = map.IsFree(map.CellOf(id)) || OverlapOf(map.CellOf(id), line) == Overlap::kNone;
        }
        ASSERT_EQ(SeesCell(map.bits(), map.CellOf(from), map.CellOf(to)), is_free)
            << i << ": " << from << ", " << to;
      }
    }
  }
}

TEST(SightTest, LooksAcrossWordsOfTheBitmap) {
  Random random(4);
  for (uint32_t i = 0; i < 3000; ++i) {
    const bool is_tall = i % 2 == 0;
    const GridData data = RandomGrid(random, is_tall ? 6 : 300, is_tall ? 300 : 6, 0.003, 1);
    const GridView map = *GridView::Create(data);
    const Cell from = RandomFreeCell(random, map.bits());
    const Cell to = RandomFreeCell(random, map.bits());
    const std::array<GridPoint, 2> line = {MiddleOf(from), MiddleOf(to)};
    bool is_free = true;
    for (uint32_t id = 0; id < 1800 && is_free; ++id) {
      is_free = map.IsFree(map.CellOf(id)) || OverlapOf(map.CellOf(id), line) == Overlap::kNone;
    }
    ASSERT_EQ(SeesCell(map.bits(), from, to), is_free) << i;
  }
}

}  // namespace
}  // namespace waystone
