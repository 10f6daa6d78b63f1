// simulate_schedule HOURS [FIRST_SEED]: simulates the scheduler of calls for so many hours, by seeds from FIRST_SEED (1) on, and
// prints {"fault":"simulated_hours","tried":,"lost":,"figure":,"bar":,"ok":}: hours, broken rules, calls in millions. What broke
// stands on standard error, with its seed.
#include <cstdlib>
#include <iostream>

#include "tests/simulation/schedule_simulation.h"

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::cerr << "usage: simulate_schedule HOURS [FIRST_SEED]\n";
    return 2;
  }
  const double hours = std::strtod(argv[1], nullptr);
  uint64_t seed = argc == 3 ? std::strtoull(argv[2], nullptr, 10) : 1;
  constexpr double kStory_h = 100;
  double simulated = 0;
  uint64_t calls = 0;
  int broken = 0;
  for (; simulated < hours; ++seed) {
    const waystone::SimulationEnd end = waystone::SimulateSchedule(seed, kStory_h);
    simulated += kStory_h;
    calls += end.calls;
    if (end.broken.empty()) continue;
    ++broken;
    std::cerr << "seed " << seed << ": " << end.broken << "\n";
  }
  std::cout << R"({"fault":"simulated_hours","tried":)" << static_cast<uint64_t>(simulated) << R"(,"lost":)"
            << broken << R"(,"figure":)" << static_cast<double>(calls) * 1e-6 << R"(,"bar":"0 lost","ok":)"
            << (broken == 0 ? "true" : "false") << "}\n";
  return broken == 0 ? 0 : 1;
}
