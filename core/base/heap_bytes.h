// What containers take of the heap.
#pragma once

#include <cstdint>
#include <vector>

namespace waystone {

// [bytes] Of the vector itself, not of what its items own.
template <typename Item>
uint64_t HeapBytes(const std::vector<Item>& items) {
  return items.capacity() * sizeof(Item);
}

}  // namespace waystone
