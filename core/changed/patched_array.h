// An array with a few items changed and some added, which can be taken back; the rest is shared with others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "absl/status/statusor.h"
#include "core/base/check.h"
#include "core/base/growing_array.h"
#include "core/base/heap_bytes.h"
#include "core/changed/shared_arrays.h"

namespace waystone {

// One thread until it is no longer changed, then any.
template <typename Item>
class PatchedArray {
  static_assert(std::is_trivially_copyable_v<Item>);

 public:
  // Items that may be added at most.
  static constexpr size_t kMostAdded = size_t{1} << 22;

  // The `size` items of a shared array. ResourceExhausted if there are no addresses.
  static absl::StatusOr<PatchedArray> Make(const SharedArrays& shared, size_t array, size_t size) {
    auto bytes = PrivateBytes::Make(shared, array, (size + kMostAdded) * sizeof(Item));
    if (!bytes.ok()) return bytes.status();
    return PatchedArray(*std::move(bytes), size);
  }

  uint32_t size() const { return static_cast<uint32_t>(size_); }
  std::span<const Item> view() const { return {items(), size_}; }
  const Item& operator[](size_t i) const { return items()[i]; }
  // To change one.
  Item& At(size_t i) {
    if (i < baked_) before_.push_back({static_cast<uint32_t>(i), items()[i]});
    return items()[i];
  }
  // Whether so many more can be added.
  bool HasRoomFor(size_t count) const { return size_ - baked_ + count <= kMostAdded; }
  void Append(const Item& item) {
    WS_CHECK(HasRoomFor(1));
    items()[size_++] = item;
  }
  // As PrivateBytes::MapPages, of all that was shared.
  void MapPages() const { bytes_->MapPages(baked_ * sizeof(Item)); }
  // Takes all changes back.
  void Restore() {
    changed_ += before_.size();
    most_size_ = std::max(most_size_, size_);
    for (; !before_.empty(); before_.pop_back()) items()[before_.back().index] = before_.back().item;
    size_ = baked_;
  }

  // [bytes] Of its own memory, at most.
  uint64_t HeapBytes() const {
    constexpr uint64_t kPage = 4096;
    const size_t most = std::max(most_size_, size_);
    const uint64_t pages = std::min<uint64_t>((changed_ + before_.size()) * kPage, baked_ * sizeof(Item));
    return (most - baked_) * sizeof(Item) + pages + waystone::HeapBytes(before_);
  }

 private:
  // An item as it was.
  struct Before {
    uint32_t index;
    Item item;
  };
  PatchedArray(std::unique_ptr<PrivateBytes> bytes, size_t size)
      : bytes_(std::move(bytes)), baked_(size), size_(size), most_size_(size) {}
  Item* items() const { return reinterpret_cast<Item*>(bytes_->data()); }

  std::unique_ptr<PrivateBytes> bytes_;
  size_t baked_;
  size_t size_;
  GrowingArray<Before> before_;  // each change
  // Of the changes taken back:
  size_t most_size_;
  uint64_t changed_ = 0;  // items
};

}  // namespace waystone
