// A clock for deadlines that counts how often it is asked.
#pragma once

#include <chrono>

#include "core/base/deadline.h"

namespace waystone {

// Goes on by a second each time it is asked. One test at a time.
struct AskedClock {
  static inline int seconds = 0;
  static Deadline::Clock::time_point Now() {
    return Deadline::Clock::time_point(std::chrono::seconds(++seconds));
  }
  // Starts anew; the deadline passes at the `asks`-th question.
  static Deadline OverAt(int asks) {
    seconds = 0;
    return Deadline(Deadline::Clock::time_point(std::chrono::seconds(asks)), nullptr, Now);
  }
};

}  // namespace waystone
