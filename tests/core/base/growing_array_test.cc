#include "core/base/growing_array.h"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

// As a vector is, over the size from which on memory is pages of its own.
TEST(GrowingArray, IsAVectorToItsUsers) {
  Random random(5);
  GrowingArray<uint64_t> stack;
  std::vector<uint64_t> expected;
  for (int i = 0; i < 300'000; ++i) {
    const uint32_t what = random.NextBelow(1000);
    if (what == 0 && i < 200'000) {
      stack.clear();
      expected.clear();
    } else if (what < 200 && !expected.empty()) {
      EXPECT_EQ(stack.back(), expected.back());
      stack.pop_back();
      expected.pop_back();
    } else {
      const uint64_t item = random.NextU64();
      stack.push_back(item);
      expected.push_back(item);
    }
    ASSERT_EQ(stack.size(), expected.size());
  }
  EXPECT_EQ(std::vector<uint64_t>(stack.begin(), stack.end()), expected);
  EXPECT_GE(stack.HeapBytes(), expected.size() * sizeof(uint64_t));
}

TEST(GrowingArray, TakesAnItemOfItsOwn) {
  GrowingArray<int> stack;
  stack.push_back(7);
  for (int i = 0; i < 100'000; ++i) stack.push_back(stack.front());
  for (const int item : stack) ASSERT_EQ(item, 7);
}

TEST(GrowingArray, NewItemsOfATableAreZeroAndOldOnesStay) {
  GrowingArray<uint32_t> table;
  for (const size_t size : {0U, 1U, 1000U, 70'000U, 70'000U, 3'000'000U}) {
    const size_t before = table.size();
    table.GrowTo(size);
    for (size_t i = 0; i < before; ++i) ASSERT_EQ(table[i], i + 1);
    for (size_t i = before; i < size; ++i) {
      ASSERT_EQ(table[i], 0U);
      table[i] = static_cast<uint32_t>(i + 1);
    }
  }
  table.GrowTo(5);
  EXPECT_EQ(table.size(), 3'000'000U) << "never shrinks";
  table.Zero();
  for (const uint32_t item : table) ASSERT_EQ(item, 0U);
}

TEST(GrowingArray, MovesWithItsItems) {
  GrowingArray<int> from;
  from.push_back(3);
  GrowingArray<int> to(std::move(from));
  ASSERT_EQ(to.size(), 1U);
  EXPECT_EQ(to[0], 3);
  GrowingArray<int> again;
  again = std::move(to);
  EXPECT_EQ(again.back(), 3);
}

}  // namespace
}  // namespace waystone
