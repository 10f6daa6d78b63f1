// What the log says of failed requests.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string_view>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "server/base/event_log.h"

namespace waystone {

// Failures that are the server's fault are events of level error, so many a second at most: whoever asks for a damaged map
// again and again must not fill the disk. All others are of level debug. Thread-safe; the log must outlive it.
class FailureLog {
 public:
  using Clock = Deadline::Clock;
  static constexpr uint32_t kMostPerSecond = 20;

  explicit FailureLog(const EventLog& log) : log_(log) {}

  // With the caller's words in the message.
  void Write(std::string_view rpc, const absl::Status& status, Clock::time_point now = Clock::now());
  // Says how many were left out since the last time; now and then.
  void TellLeftOut();

 private:
  bool MayWrite(Clock::time_point now);

  const EventLog& log_;
  std::atomic<int64_t> second_{-1};
  std::atomic<uint32_t> in_second_{0};
  std::atomic<uint64_t> left_out_{0};
};

}  // namespace waystone
