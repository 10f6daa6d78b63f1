#include "core/base/scratch.h"

#include <gtest/gtest.h>

#include <vector>

namespace waystone {
namespace {

using Numbers = std::vector<int>;
using Letters = std::vector<char>;

TEST(Scratch, LendsWhatWasGivenBackLast) {
  Scratch scratch;
  const Numbers* first = nullptr;
  {
    const auto numbers = scratch.Borrow<Numbers>();
    numbers->assign(100, 7);
    first = &*numbers;
  }
  const auto again = scratch.Borrow<Numbers>();
  EXPECT_EQ(&*again, first);
  EXPECT_EQ(again->size(), 100U);
}

TEST(Scratch, LendsNothingTwice) {
  Scratch scratch;
  const auto one = scratch.Borrow<Numbers>();
  const auto other = scratch.Borrow<Numbers>();
  const auto letters = scratch.Borrow<Letters>();
  EXPECT_NE(&*one, &*other);
  one->push_back(1);
  EXPECT_TRUE(other->empty());
}

TEST(Scratch, ALeaseThatWasMovedIsGivenBackOnce) {
  Scratch scratch;
  {
    auto lease = scratch.Borrow<Numbers>();
    const auto moved = std::move(lease);
    moved->push_back(1);
  }
  const auto one = scratch.Borrow<Numbers>();
  const auto other = scratch.Borrow<Numbers>();
  EXPECT_EQ(one->size(), 1U);
  EXPECT_TRUE(other->empty());
}

TEST(Scratch, CountsAndFreesWhatWasGivenBack) {
  Scratch scratch;
  EXPECT_EQ(scratch.bytes(), 0U);
  {
    const auto numbers = scratch.Borrow<Numbers>();
    numbers->resize(1000);
    EXPECT_EQ(scratch.bytes(), 0U);  // still lent
  }
  EXPECT_GE(scratch.bytes(), 1000 * sizeof(int));
  EXPECT_LT(scratch.bytes(), 1000 * sizeof(int) + 100);
  scratch.Clear();
  EXPECT_EQ(scratch.bytes(), 0U);
  EXPECT_TRUE(scratch.Borrow<Numbers>()->empty());
}

}  // namespace
}  // namespace waystone
