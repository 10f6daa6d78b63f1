// The slowest calls of late.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <vector>

#include "server/observe/call_summary.h"

namespace waystone {

// Keeps the slowest of the last minutes. Thread-safe. A call that is not among them costs one look at a number.
class SlowCalls {
 public:
  using Clock = CallRecord::Clock;
  static constexpr size_t kMost = 32;
  static constexpr std::chrono::minutes kKept{5};

  // Whether a call that took so long may be among them.
  bool Wants(std::chrono::nanoseconds duration) const {
    return duration.count() > least_ns_.load(std::memory_order_relaxed);
  }
  void Add(CallSummary call, Clock::time_point now = Clock::now());
  // Forgets those that are too old; now and then.
  void Forget(Clock::time_point now = Clock::now());
  // The slowest first.
  std::vector<CallSummary> List() const;

 private:
  struct Kept {
    CallSummary call;
    Clock::time_point at;
  };
  std::vector<Kept>::iterator Least();
  void SetLeast();

  std::atomic<int64_t> least_ns_{-1};  // of those kept, if there are kMost
  mutable std::mutex mutex_;
  std::vector<Kept> calls_;
};

}  // namespace waystone
