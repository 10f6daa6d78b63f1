#include "core/graph/movable_heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/random.h"

namespace waystone {
namespace {

struct Item {
  uint32_t cost;
  uint32_t node;
};
struct Less {
  bool operator()(const Item& a, const Item& b) const {
    return std::pair(a.cost, a.node) < std::pair(b.cost, b.node);
  }
};

TEST(MovableHeap, HandsOutItemsInOrderWhateverWasReplaced) {
  Random random(1);
  MovableHeap<Item, Less> heap;
  std::map<uint32_t, uint32_t> costs;  // by node
  const auto pop = [&] {
    const auto least = std::min_element(costs.begin(), costs.end(), [](const auto& a, const auto& b) {
      return std::pair(a.second, a.first) < std::pair(b.second, b.first);
    });
    ASSERT_EQ(heap.top().node, least->first);
    ASSERT_EQ(heap.top().cost, least->second);
    heap.Pop();
    costs.erase(least);
  };
  for (int i = 0; i < 20'000; ++i) {
    if (costs.empty() || random.NextBelow(3) != 0) {
      const Item item{random.NextBelow(500), random.NextBelow(200)};
      heap.Push(item);
      costs[item.node] = item.cost;
    } else {
      pop();
    }
    ASSERT_EQ(heap.size(), costs.size());
  }
  while (!costs.empty()) pop();
  EXPECT_TRUE(heap.empty());
}

TEST(MovableHeap, ForgetsItemsWhenCleared) {
  MovableHeap<Item, Less> heap;
  heap.Push({3, 7});
  heap.Push({4, 1});
  heap.Clear();
  EXPECT_TRUE(heap.empty());
  heap.Push({5, 7});
  EXPECT_EQ(heap.size(), 1U);
  EXPECT_EQ(heap.top().cost, 5U);
}

}  // namespace
}  // namespace waystone
