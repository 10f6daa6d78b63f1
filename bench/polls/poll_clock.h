// A clock for deadlines that measures how far apart they are looked at.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/deadline.h"

namespace waystone {

// The work between two looks at a deadline.
struct PollGap {
  double ms = 0;
  // Where the looks before and after it were made: addresses within the program, as addr2line takes them. 0: the
  // gap begins or ends with the request.
  uint64_t after = 0;
  uint64_t before = 0;
};

// Counts CPU time of the calling thread, from Start() on, so that other work on the machine does not show. Times
// one request of a thread at once; the request must not hand its deadline to other threads.
class PollClock {
 public:
  // How a request is cut short.
  enum class Cut : uint8_t {
    kDeadline,  // its deadline passes
    kCancel,    // it is cancelled, which is seen by the second look after that time; its deadline is far
  };
  // Starts anew. Returns a deadline that cuts the request short after so much CPU time.
  static Deadline Start(std::chrono::nanoseconds timeout, Cut cut);
  // When the deadline of Start() passes.
  static Deadline::Clock::time_point EndsAt();
  // [ms] of CPU time since Start().
  static double SinceStart_ms();
  // Returns every gap since Start(), the one up to now included.
  static std::vector<PollGap> Stop();

 private:
  static Deadline::Clock::time_point Look();
};

}  // namespace waystone
