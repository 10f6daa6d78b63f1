// Scratch memory of queries, lent to whichever thread runs one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/scratch.h"

namespace waystone {

// Lends the memory returned last, which is the warmest: there is never more than was in use at once. What a
// query leaves of more than most_kept_bytes() is freed, if it was said that it may take much. Thread-safe.
// Leases must not outlive the pool.
class ScratchPool {
  struct Kept {
    std::unique_ptr<Scratch> scratch;
    uint64_t bytes = 0;  // counted of it
  };

 public:
  // [bytes] Of one query. A search over a large map takes some tens of millions.
  static constexpr uint64_t kMostKept_bytes = 256'000'000;

  // `budget_bytes`: what maps and scratch memory may take together; 0: no limit. One query's memory is kept
  // up to a sixteenth of it. `counted_bytes` is what all pools keep; it must outlive this one.
  ScratchPool(uint64_t budget_bytes, std::atomic<uint64_t>& counted_bytes)
      : most_kept_bytes_(budget_bytes == 0 ? kMostKept_bytes : std::min(kMostKept_bytes, budget_bytes / 16)),
        counted_bytes_(counted_bytes) {}

  class Lease {
   public:
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (kept_.scratch != nullptr) pool_->Return(std::move(kept_), may_grow_);
    }
    Scratch& operator*() const { return *kept_.scratch; }

   private:
    friend class ScratchPool;
    Lease(ScratchPool* pool, Kept kept, bool may_grow)
        : pool_(pool), may_grow_(may_grow), kept_(std::move(kept)) {}
    ScratchPool* pool_;
    bool may_grow_;
    Kept kept_;
  };

  // `may_grow`: the query may take much memory, which short ones do not.
  Lease Acquire(bool may_grow) {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return Lease(this, {std::make_unique<Scratch>()}, may_grow);
    Lease lease(this, std::move(free_.back()), may_grow);
    free_.pop_back();
    return lease;
  }

  uint64_t most_kept_bytes() const { return most_kept_bytes_; }

 private:
  void Return(Kept kept, bool may_have_grown) {
    if (may_have_grown) {
      if (kept.scratch->bytes() > most_kept_bytes_) kept.scratch->Clear();
      const uint64_t bytes = kept.scratch->bytes();
      counted_bytes_ += bytes - kept.bytes;  // wraps to what was freed
      kept.bytes = bytes;
    }
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(kept));
  }

  const uint64_t most_kept_bytes_;
  std::atomic<uint64_t>& counted_bytes_;
  std::mutex mutex_;
  std::vector<Kept> free_;
};

}  // namespace waystone
