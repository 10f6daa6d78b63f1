#include "bake/report/stage_clock.h"

#include <ctime>

namespace waystone {

StageTime StageClock::Lap() {
  struct timespec cpu {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu);
  const double cpu_s = static_cast<double>(cpu.tv_sec) + 1e-9 * static_cast<double>(cpu.tv_nsec);
  const auto wall = std::chrono::steady_clock::now();
  const StageTime lap{std::chrono::duration<double>(wall - wall_).count(), cpu_s - cpu_s_};
  wall_ = wall;
  cpu_s_ = cpu_s;
  return lap;
}

}  // namespace waystone
