// Whether `detail.explain` names what was planted in generated levels.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct WhySuiteOptions {
  uint32_t levels = 40;
  uint64_t seed = 1;
};

// Bakes each level in a temporary folder, asks a server's handler for the route with detail.explain, and compares the
// fixes of the answer with what was planted: as many, of the same kinds, within WhyLevel::near_m of their places, with their
// measures and names. Prints {"planted": N, "named_right": N}. FailedPrecondition if one is not named right; standard error
// then says which level, and what was answered.
absl::Status RunWhySuite(const WhySuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
