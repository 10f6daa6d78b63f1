// A 4-ary min-heap: shallower than a binary one, and the four children lie in one or two cache lines.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"

namespace waystone {

// Items are small and copied; Less is a strict weak order. Clear keeps the memory. One owner, one thread.
template <typename Item, typename Less>
class DaryHeap {
 public:
  bool empty() const { return items_.empty(); }
  size_t size() const { return items_.size(); }
  void Clear() { items_.clear(); }
  // REQUIRES: not empty.
  const Item& top() const { return items_.front(); }

  // O(log size).
  void Push(const Item& item) {
    size_t hole = items_.size();
    items_.push_back(item);
    while (hole > 0) {
      const size_t parent = (hole - 1) / kArity;
      if (!Less()(item, items_[parent])) break;
      items_[hole] = items_[parent];
      hole = parent;
    }
    items_[hole] = item;
  }

  // REQUIRES: not empty. O(log size).
  void Pop() {
    const Item last = items_.back();
    items_.pop_back();
    const size_t count = items_.size();
    if (count == 0) return;
    size_t hole = 0;
    for (;;) {
      const size_t first = hole * kArity + 1;
      if (first >= count) break;
      const size_t end = first + kArity < count ? first + kArity : count;
      size_t best = first;
      for (size_t child = first + 1; child < end; ++child) {
        if (Less()(items_[child], items_[best])) best = child;
      }
      if (!Less()(items_[best], last)) break;
      items_[hole] = items_[best];
      hole = best;
    }
    items_[hole] = last;
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(items_); }

 private:
  static constexpr size_t kArity = 4;
  GrowingArray<Item> items_;
};

}  // namespace waystone
