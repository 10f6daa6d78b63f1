// When a query must stop: a point in time, a caller's cancellation, or neither.
#pragma once

#include <atomic>
#include <chrono>

#include "absl/status/status.h"

namespace waystone {

// Copied freely; the cancellation flag, if given, must outlive every copy. Thread-safe.
//
// Searches call Expired() every few hundred expansions, so that they stop within 10 ms.
class Deadline {
 public:
  using Clock = std::chrono::steady_clock;
  using Now = Clock::time_point (*)();

  // Never expires.
  Deadline() = default;
  // `cancelled` may be null; it is only read. `now` tells the time; tests pass one of their own.
  explicit Deadline(Clock::time_point at, const std::atomic<bool>* cancelled = nullptr, Now now = Clock::now)
      : at_(at), cancelled_(cancelled), now_(now) {}
  static Deadline After(std::chrono::nanoseconds timeout, const std::atomic<bool>* cancelled = nullptr) {
    return Deadline(Clock::now() + timeout, cancelled);
  }

  // The same with the point in time `at` if that is sooner.
  Deadline SoonerOf(Clock::time_point at) const { return Deadline(at < at_ ? at : at_, cancelled_, now_); }

  bool Cancelled() const { return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed); }
  bool Expired() const { return Cancelled() || (at_ != Clock::time_point::max() && now_() >= at_); }

 private:
  Clock::time_point at_ = Clock::time_point::max();
  const std::atomic<bool>* cancelled_ = nullptr;
  Now now_ = Clock::now;
};

// DeadlineExceeded, or Cancelled, once the deadline has passed.
absl::Status CheckInTime(const Deadline& deadline);

}  // namespace waystone
