// A 4-ary min-heap with one item for each node, which may be replaced while it waits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"

namespace waystone {

// Where paths to a node are found again and again, a heap of all of them (DaryHeap) is several times as large as this one, and most of
// what is taken from it is out of date. Items are small and copied, Item::node names them; Less is a strict weak order. Takes 4 to 8
// bytes for each node up to the highest one. Clear keeps the memory. One owner, one thread.
template <typename Item, typename Less>
class MovableHeap {
 public:
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  // O(size).
  void Clear() {
    for (size_t i = 0; i < items_.size(); ++i) place_and_1_[items_[i].node] = 0;
    items_.clear();
  }
  // REQUIRES: not empty.
  const Item& top() const { return items_.front(); }

  // Adds the item, or puts it in the place of the node's. O(log size).
  void Push(const Item& item) {
    if (item.node >= place_and_1_.size()) place_and_1_.GrowTo(2 * (size_t{item.node} + 1));
    uint32_t& place_and_1 = place_and_1_[item.node];
    if (place_and_1 == 0) {
      items_.push_back(item);
      Rise(items_.size() - 1, item);
    } else if (Less()(item, items_[place_and_1 - 1])) {
      Rise(place_and_1 - 1, item);
    } else {
      Sink(place_and_1 - 1, item);
    }
  }

  // REQUIRES: not empty. O(log size).
  void Pop() {
    place_and_1_[items_.front().node] = 0;
    const Item last = items_.back();
    items_.pop_back();
    if (!items_.empty()) Sink(0, last);
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(items_, place_and_1_); }

 private:
  static constexpr size_t kArity = 4;

  void Put(size_t place, const Item& item) {
    items_[place] = item;
    place_and_1_[item.node] = static_cast<uint32_t>(place + 1);
  }
  void Rise(size_t hole, const Item& item) {
    while (hole > 0) {
      const size_t parent = (hole - 1) / kArity;
      if (!Less()(item, items_[parent])) break;
      Put(hole, items_[parent]);
      hole = parent;
    }
    Put(hole, item);
  }
  void Sink(size_t hole, const Item& item) {
    const size_t count = items_.size();
    for (size_t first = hole * kArity + 1; first < count; first = hole * kArity + 1) {
      const size_t end = std::min(first + kArity, count);
      size_t best = first;
      for (size_t child = first + 1; child < end; ++child) {
        if (Less()(items_[child], items_[best])) best = child;
      }
      if (!Less()(items_[best], item)) break;
      Put(hole, items_[best]);
      hole = best;
    }
    Put(hole, item);
  }

  GrowingArray<Item> items_;
  GrowingArray<uint32_t> place_and_1_;  // by node; 0: it does not wait
};

}  // namespace waystone
