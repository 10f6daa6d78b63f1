// What the log says of failed requests.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "server/base/event_log.h"
#include "server/base/log_rate.h"
#include "server/base/rpc.h"

namespace waystone {

// Failures that are the server's fault are events of level error, and callers who are refused are events of level warning
// (`access_refused`), so many of either a second at most: whoever asks for a damaged map again and again must not fill the disk,
// nor hide what is our fault among what is not. All others are of level debug. Thread-safe; the log must outlive it.
class FailureLog {
 public:
  using Clock = LogRate::Clock;

  explicit FailureLog(const EventLog& log) : log_(log) {}

  // With the caller's words in the message. `from` is the connection.
  void Write(Rpc rpc, const absl::Status& status, const std::string& from,
             Clock::time_point now = Clock::now());
  // Says how many were left out since the last time; now and then.
  void TellLeftOut();

 private:
  const EventLog& log_;
  LogRate ours_rate_;
  LogRate refused_rate_;
};

}  // namespace waystone
