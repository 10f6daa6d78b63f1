// Heap memory of containers, and of objects made of them.
#pragma once

#include <concepts>
#include <cstdint>
#include <vector>

namespace waystone {

// [bytes] Of the vector itself, not of what its items own.
template <typename Item>
uint64_t HeapBytes(const std::vector<Item>& items) {
  return items.capacity() * sizeof(Item);
}

// [bytes] Of an object with a HeapBytes().
template <typename Object>
requires requires(const Object& object) {
  { object.HeapBytes() } -> std::same_as<uint64_t>;
}
uint64_t HeapBytes(const Object& object) { return object.HeapBytes(); }

// [bytes] Of all parts of an object.
template <typename First, typename... Rest>
requires(sizeof...(Rest) > 0) uint64_t HeapBytes(const First& first, const Rest&... rest) {
  return HeapBytes(first) + (HeapBytes(rest) + ...);
}

}  // namespace waystone
