// simulate_store ROUNDS [FIRST_SEED]: simulates the store of maps over a disk with faults so many times, by seeds from
// FIRST_SEED (1) on, and prints {"fault":"simulated_disk","tried":,"lost":,"figure":,"bar":,"ok":}: stories, broken rules, calls
// of the disk that failed. What broke stands on standard error, with its seed.
#include <iostream>
#include <optional>

#include "tests/simulation/store_simulation.h"
#include "tests/simulation/whole_number.h"

int main(int argc, char** argv) {
  const std::optional<uint64_t> asked = waystone::WholeNumber(argc > 1 ? argv[1] : "");
  const std::optional<uint64_t> seed_asked = waystone::WholeNumber(argc > 2 ? argv[2] : "1");
  if (!asked || !seed_asked || argc > 3) {
    std::cerr << "usage: simulate_store ROUNDS [FIRST_SEED], whole numbers of at least 1\n";
    return 2;
  }
  const uint64_t rounds = *asked;
  const uint64_t first = *seed_asked;
  uint64_t faults = 0;
  uint64_t broken = 0;
  for (uint64_t seed = first; seed < first + rounds; ++seed) {
    const waystone::StoreStoryEnd end = waystone::SimulateStore(seed);
    faults += end.faults;
    if (end.broken.empty()) continue;
    ++broken;
    std::cerr << "seed " << seed << ": " << end.broken << "\n";
  }
  std::cout << R"({"fault":"simulated_disk","tried":)" << rounds << R"(,"lost":)" << broken << R"(,"figure":)"
            << faults << R"(,"bar":"0 lost","ok":)" << (broken == 0 ? "true" : "false") << "}\n";
  return broken == 0 ? 0 : 1;
}
