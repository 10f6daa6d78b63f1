#include "core/grid/grid_clearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(GridClearance, BlocksMiddlesThatAreNearerThanTheReach) {
  Random random(8);
  for (const double reach : {0.2, 0.5, 0.6, 1.0, 1.5, 2.2, 4.0}) {
    for (int round = 0; round < 12; ++round) {
      const BitLines shape{1 + random.NextBelow(40), 1 + random.NextBelow(150)};
      std::vector<uint64_t> was(shape.WordCount(), 0);
      for (uint32_t row = 0; row < shape.lines; ++row) {
        for (uint32_t column = 0; column < shape.length; ++column) {
          if (random.NextBelow(40) != 0)
            was[(row + 1) * shape.StrideWords() + (column + 1) / 64] |= uint64_t{1} << ((column + 1) % 64);
        }
      }
      std::vector<uint64_t> left = was;
      ASSERT_TRUE(BlockNear(shape, reach, Deadline(), left).ok());
      const auto rows = static_cast<int32_t>(shape.lines);
      const auto columns = static_cast<int32_t>(shape.length);
      for (int32_t row = 0; row < rows; ++row) {
        for (int32_t column = 0; column < columns; ++column) {
          double least = std::min({row, column, rows - 1 - row, columns - 1 - column}) + 0.5;
          for (int32_t r = std::max(0, row - 5); r < std::min(rows, row + 6); ++r) {
            for (int32_t c = std::max(0, column - 5); c < std::min(columns, column + 6); ++c) {
              if (shape.IsSet(was.data(), {c, r})) continue;
              least = std::min(least, std::hypot(std::max(std::abs(r - row) - 0.5, 0.0),
                                                 std::max(std::abs(c - column) - 0.5, 0.0)));
            }
          }
          ASSERT_EQ(shape.IsSet(left.data(), {column, row}),
                    shape.IsSet(was.data(), {column, row}) && least >= reach)
              << reach << " " << column << " " << row;
        }
      }
      for (int32_t column = -1; column <= columns; ++column) {
        EXPECT_FALSE(shape.IsSet(left.data(), {column, -1}));
        EXPECT_FALSE(shape.IsSet(left.data(), {column, rows}));
      }
    }
  }
  std::vector<uint64_t> words(BitLines{3, 3}.WordCount(), 0);
  EXPECT_EQ(BlockNear({3, 3}, 1, Deadline::After(std::chrono::nanoseconds(-1)), words).code(),
            absl::StatusCode::kDeadlineExceeded);
}

}  // namespace
}  // namespace waystone
