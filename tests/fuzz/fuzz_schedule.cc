// Stories of the scheduler of calls: the bytes are their seed.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/simulation/schedule_simulation.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  uint64_t seed = 14695981039346656037U;  // FNV-1a
  for (size_t i = 0; i < size; ++i) seed = (seed ^ data[i]) * 1099511628211U;
  const waystone::SimulationEnd end = waystone::SimulateSchedule(seed, 0.5);
  if (end.broken.empty()) return 0;
  std::fprintf(stderr, "seed %llu: %s\n", static_cast<unsigned long long>(seed), end.broken.c_str());
  std::abort();
}
