// simulate_schedule HOURS [FIRST_SEED]: simulates the scheduler of calls for so many hours or a few more, in stories of 100 by seeds from FIRST_SEED (1) on, and
// prints {"fault":"simulated_hours","tried":,"lost":,"figure":,"bar":,"ok":}: hours, broken rules, calls in millions. What broke
// stands on standard error, with its seed.
#include <iostream>
#include <optional>

#include "tests/simulation/schedule_simulation.h"
#include "tests/simulation/whole_number.h"

int main(int argc, char** argv) {
  const std::optional<uint64_t> hours = waystone::WholeNumber(argc > 1 ? argv[1] : "");
  const std::optional<uint64_t> first = waystone::WholeNumber(argc > 2 ? argv[2] : "1");
  if (!hours || !first || argc > 3) {
    std::cerr << "usage: simulate_schedule HOURS [FIRST_SEED], whole numbers of at least 1\n";
    return 2;
  }
  constexpr uint64_t kStory_h = 100;
  uint64_t seed = *first;
  uint64_t simulated = 0;
  uint64_t calls = 0;
  int broken = 0;
  for (; simulated < *hours; ++seed) {
    const waystone::SimulationEnd end = waystone::SimulateSchedule(seed, kStory_h);
    simulated += kStory_h;
    calls += end.calls;
    if (end.broken.empty()) continue;
    ++broken;
    std::cerr << "seed " << seed << ": " << end.broken << "\n";
  }
  std::cout << R"({"fault":"simulated_hours","tried":)" << simulated << R"(,"lost":)" << broken
            << R"(,"figure":)" << static_cast<double>(calls) * 1e-6 << R"(,"bar":"0 lost","ok":)"
            << (broken == 0 ? "true" : "false") << "}\n";
  return broken == 0 ? 0 : 1;
}
