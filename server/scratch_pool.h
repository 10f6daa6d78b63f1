// Scratch memory of queries, lent to whichever thread runs one.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "core/base/scratch.h"

namespace waystone {

// Lends the memory returned last, which is the warmest: there is never more than was in use at once. What a
// query leaves of more than kMostKept_bytes is freed. Thread-safe. Leases must not outlive the pool.
class ScratchPool {
 public:
  // [bytes] Of one query. A search over a large map takes some tens of millions.
  static constexpr uint64_t kMostKept_bytes = 256'000'000;

  class Lease {
   public:
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (scratch_ != nullptr) pool_->Return(std::move(scratch_));
    }
    Scratch& operator*() const { return *scratch_; }

   private:
    friend class ScratchPool;
    Lease(ScratchPool* pool, std::unique_ptr<Scratch> scratch) : pool_(pool), scratch_(std::move(scratch)) {}
    ScratchPool* pool_;
    std::unique_ptr<Scratch> scratch_;
  };

  Lease Acquire() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return Lease(this, std::make_unique<Scratch>());
    Lease lease(this, std::move(free_.back()));
    free_.pop_back();
    return lease;
  }

 private:
  void Return(std::unique_ptr<Scratch> scratch) {
    if (scratch->bytes() > kMostKept_bytes) scratch->Clear();
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(scratch));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Scratch>> free_;
};

}  // namespace waystone
