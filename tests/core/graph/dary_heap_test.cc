#include "core/graph/dary_heap.h"

#include <gtest/gtest.h>

#include <functional>
#include <queue>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(DaryHeap, HandsOutItemsInOrderWhateverTheOrderOfPushes) {
  Random random(1);
  DaryHeap<uint32_t, std::less<>> heap;
  std::priority_queue<uint32_t, std::vector<uint32_t>, std::greater<>> reference;
  for (int i = 0; i < 20'000; ++i) {
    if (reference.empty() || random.NextBelow(3) != 0) {
      const uint32_t item = random.NextBelow(500);
      heap.Push(item);
      reference.push(item);
    } else {
      ASSERT_EQ(heap.top(), reference.top());
      heap.Pop();
      reference.pop();
    }
    ASSERT_EQ(heap.size(), reference.size());
  }
  for (; !reference.empty(); reference.pop(), heap.Pop()) ASSERT_EQ(heap.top(), reference.top());
  EXPECT_TRUE(heap.empty());
}

TEST(DaryHeap, ForgetsItemsWhenCleared) {
  DaryHeap<int, std::less<>> heap;
  heap.Push(3);
  heap.Clear();
  EXPECT_TRUE(heap.empty());
  heap.Push(5);
  EXPECT_EQ(heap.top(), 5);
}

}  // namespace
}  // namespace waystone
