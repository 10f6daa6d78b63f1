// What changes made of the skeletons that were walked last on one changed surface.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "core/base/hash128.h"
#include "core/skeleton/skeleton_changes.h"

namespace waystone {

// Any thread.
class KeptSkeletons {
 public:
  static constexpr size_t kMaxKept = 4;  // the least recently used is dropped

  // Null if there is none.
  std::shared_ptr<const SkeletonChanges> Find(const Hash128& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::first);
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->second;
  }
  void Keep(const Hash128& key, std::shared_ptr<const SkeletonChanges> changes) {
    const std::lock_guard lock(mutex_);
    entries_.emplace_front(key, std::move(changes));
    if (entries_.size() > kMaxKept) entries_.pop_back();
  }

 private:
  using Entry = std::pair<Hash128, std::shared_ptr<const SkeletonChanges>>;
  std::mutex mutex_;
  std::list<Entry> entries_;  // most recently used first
};

}  // namespace waystone
