// Scratch memory of queries, lent to whichever thread runs one.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/scratch.h"

namespace waystone {

// Lends the memory returned last, which is the warmest: there is never more than was in use at once. What a
// query leaves of more than kMostKept_bytes is freed, if it was said that it may take much. Thread-safe.
// Leases must not outlive the pool.
class ScratchPool {
 public:
  // [bytes] Of one query. A search over a large map takes some tens of millions.
  static constexpr uint64_t kMostKept_bytes = 256'000'000;

  class Lease {
   public:
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (scratch_ != nullptr) pool_->Return(std::move(scratch_), may_grow_);
    }
    Scratch& operator*() const { return *scratch_; }

   private:
    friend class ScratchPool;
    Lease(ScratchPool* pool, std::unique_ptr<Scratch> scratch, bool may_grow)
        : pool_(pool), may_grow_(may_grow), scratch_(std::move(scratch)) {}
    ScratchPool* pool_;
    bool may_grow_;
    std::unique_ptr<Scratch> scratch_;
  };

  // `may_grow`: the query may take much memory, which short ones do not.
  Lease Acquire(bool may_grow) {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return Lease(this, std::make_unique<Scratch>(), may_grow);
    Lease lease(this, std::move(free_.back()), may_grow);
    free_.pop_back();
    return lease;
  }

 private:
  void Return(std::unique_ptr<Scratch> scratch, bool may_have_grown) {
    if (may_have_grown && scratch->bytes() > kMostKept_bytes) scratch->Clear();
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace waystone
