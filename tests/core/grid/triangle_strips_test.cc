#include "core/grid/triangle_strips.h"

#include <gtest/gtest.h>

#include <array>

#include "core/base/random.h"
#include "tests/core/grid/cell_overlap.h"

namespace waystone {
namespace {

TEST(TriangleStripsTest, RowsHaveTheCellsThatTheTriangleMeets) {
  Random random(9);
  for (uint32_t i = 0; i < 20'000; ++i) {
    std::array<GridPoint, 3> triangle;
    const uint32_t size = 1 + random.NextBelow(20);
    for (GridPoint& point : triangle) {
      point = {static_cast<int32_t>(random.NextBelow(size)), static_cast<int32_t>(random.NextBelow(size))};
    }
    if (TurnAt(triangle[0], triangle[1], triangle[2]) == 0) continue;
    TriangleStrips strips(triangle[0], triangle[1], triangle[2]);
    for (int32_t row = 0; row < 10; ++row) {
      int32_t first = INT32_MAX;
      int32_t last = INT32_MIN;
      for (int32_t column = 0; column < 10; ++column) {
        if (OverlapOf({column, row}, triangle) != Overlap::kInside) continue;
        first = std::min(first, column);
        last = std::max(last, column);
      }
      if (first > last) continue;
      ASSERT_TRUE(strips.Next()) << i;
      ASSERT_EQ(strips.line(), row) << i;
      ASSERT_EQ(strips.first_cell(), first) << i;
      ASSERT_EQ(strips.last_cell(), last) << i;
    }
    ASSERT_FALSE(strips.Next()) << i;
  }
}

}  // namespace
}  // namespace waystone
