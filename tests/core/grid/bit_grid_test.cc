#include "core/grid/bit_grid.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/grid/drawn_grid.h"

namespace waystone {
namespace {

TEST(BitGridTest, TransposingMovesEveryBitToItsPlace) {
  std::mt19937 random(7);
  for (const BitLines shape :
       {BitLines{1, 1}, BitLines{3, 200}, BitLines{62, 62}, BitLines{63, 130}, BitLines{200, 65}}) {
    std::vector<uint64_t> words(shape.WordCount(), 0);
    for (uint32_t line = 1; line <= shape.lines; ++line) {
      for (uint32_t bit = 1; bit <= shape.length; ++bit) {
        if (random() % 2 == 0)
          words[size_t{line} * shape.StrideWords() + bit / 64] |= uint64_t{1} << bit % 64;
      }
    }
    const std::vector<uint64_t> turned = TransposeBits(shape, words);
    const BitLines to{shape.length, shape.lines};
    ASSERT_EQ(turned.size(), to.WordCount());
    for (uint32_t line = 0; line < shape.lines + 2; ++line) {
      for (uint32_t bit = 0; bit < shape.length + 2; ++bit) {
        const bool was = words[size_t{line} * shape.StrideWords() + bit / 64] >> (bit % 64) & 1;
        const bool is = turned[size_t{bit} * to.StrideWords() + line / 64] >> (line % 64) & 1;
        ASSERT_EQ(was, is) << line << ", " << bit;
      }
    }
    EXPECT_EQ(TransposeBits(to, turned), words);
  }
}

TEST(BitGridTest, OutsideOfTheGridIsBlocked) {
  const GridData data = DrawGrid({"..", ".#"});
  const BitGrid bits{2, 2, data.row_words.data(), data.column_words.data()};
  EXPECT_TRUE(bits.IsFree({0, 0}));
  EXPECT_TRUE(bits.IsFree({1, 0}));
  EXPECT_FALSE(bits.IsFree({1, 1}));
  for (int32_t i = -1; i <= 2; ++i) {
    EXPECT_FALSE(bits.IsFree({i, -1}));
    EXPECT_FALSE(bits.IsFree({-1, i}));
    EXPECT_FALSE(bits.IsFree({2, i}));
    EXPECT_FALSE(bits.IsFree({i, 2}));
  }
}

}  // namespace
}  // namespace waystone
