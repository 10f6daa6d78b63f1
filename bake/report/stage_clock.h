// Measures one stage after the other.
#pragma once

#include <chrono>

namespace waystone {

struct StageTime {
  double wall_s = 0;
  double cpu_s = 0;  // of all threads of the process
};

// One thread.
class StageClock {
 public:
  StageClock() { Lap(); }
  // The time since the last lap, or since construction.
  StageTime Lap();

 private:
  std::chrono::steady_clock::time_point wall_{};
  double cpu_s_ = 0;
};

}  // namespace waystone
