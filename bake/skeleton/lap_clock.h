// Seconds from one stage to the next.
#pragma once

#include <chrono>
#include <utility>

namespace waystone {

// Runs from when it is made. One owner.
class LapClock {
 public:
  // [s] since the last lap.
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace waystone
