// What was made last, found by a hash of what it was made from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/hash128.h"

namespace waystone {

// Drops the least recently used first; the last one is kept whatever its size. Any thread. O(items kept).
template <typename Item>
class KeptByHash {
 public:
  explicit KeptByHash(size_t max_count, uint64_t max_bytes = std::numeric_limits<uint64_t>::max())
      : max_count_(max_count), max_bytes_(max_bytes) {}

  // Null if there is none.
  std::shared_ptr<const Item> Find(const Hash128& key) {
    const std::lock_guard lock(mutex_);
    const auto found = FindEntry(key);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->item;
  }
  // `bytes`: of the item. If another thread was faster, its item stays.
  void Keep(const Hash128& key, std::shared_ptr<const Item> item, uint64_t bytes = 0) {
    const std::lock_guard lock(mutex_);
    if (FindEntry(key) != entries_.end()) return;
    entries_.push_front({key, std::move(item), bytes});
    bytes_ += bytes;
    while (entries_.size() > max_count_ || (bytes_ > max_bytes_ && entries_.size() > 1)) {
      bytes_ -= entries_.back().bytes;
      entries_.pop_back();
    }
  }

  std::vector<std::shared_ptr<const Item>> Items() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::shared_ptr<const Item>> items;
    items.reserve(entries_.size());
    for (const Entry& entry : entries_) items.push_back(entry.item);
    return items;
  }
  // Of the items kept.
  uint64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  struct Entry {
    Hash128 key;
    std::shared_ptr<const Item> item;
    uint64_t bytes;
  };
  // REQUIRES: the lock.
  typename std::list<Entry>::iterator FindEntry(const Hash128& key) {
    return std::find_if(entries_.begin(), entries_.end(),
                        [&](const Entry& entry) { return entry.key == key; });
  }

  const size_t max_count_;
  const uint64_t max_bytes_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
  uint64_t bytes_ = 0;
};

}  // namespace waystone
