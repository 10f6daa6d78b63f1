// Keeps whoever causes events from filling the log.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "core/base/deadline.h"

namespace waystone {

// So many a second at most; the others are counted. Threads that begin a second together may have one or two more.
// Thread-safe.
class LogRate {
 public:
  using Clock = Deadline::Clock;
  static constexpr uint32_t kMostPerSecond = 20;

  bool MayWrite(Clock::time_point now = Clock::now()) {
    const int64_t second = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
    if (second_.exchange(second) != second) in_second_ = 0;
    const bool may_write = in_second_++ < kMostPerSecond;
    if (!may_write) ++left_out_;
    return may_write;
  }
  // How many might not be written since the last time.
  uint64_t TakeLeftOut() { return left_out_.exchange(0); }

 private:
  std::atomic<int64_t> second_{-1};
  std::atomic<uint32_t> in_second_{0};
  std::atomic<uint64_t> left_out_{0};
};

}  // namespace waystone
