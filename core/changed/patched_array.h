// An array with a few items changed and some added.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"

namespace waystone {

// Owned. One thread until it is no longer changed, then any.
template <typename Item>
class PatchedArray {
 public:
  explicit PatchedArray(std::span<const Item> baked) : items_(baked.begin(), baked.end()) {}

  uint32_t size() const { return static_cast<uint32_t>(items_.size()); }
  std::span<const Item> view() const { return items_; }
  const Item& operator[](size_t i) const { return items_[i]; }
  Item& At(size_t i) { return items_[i]; }
  void Append(const Item& item) { items_.push_back(item); }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(items_); }

 private:
  std::vector<Item> items_;
};

}  // namespace waystone
