// The validate suite: what move checks cost.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct ValidateSuiteOptions {
  std::string package_path = {};
  std::string agent = {};   // the profile's name; empty: the package's first
  uint64_t seed = 1;        // of the moves
  uint32_t moves = 20'000;  // [moves, 64-1M, 20,000] measured by each rule, with and without the walk
  double seconds = 2;       // [s, 0.01-600, 2] of each measurement in batches
};

// Prints the lines that docs/benchmarks.md lists: one for each rule, with and without the walk. NotFound or
// DataLoss if the package cannot be read, InvalidArgument if it has no navmesh or no ground.
absl::Status RunValidateSuite(const ValidateSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
