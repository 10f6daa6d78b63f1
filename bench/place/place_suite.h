// The place suite: what placements cost, and whether they are right.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct PlaceSuiteOptions {
  std::string package_path = {};
  std::string agent = {};          // the profile's name; empty: the package's first
  uint64_t seed = 1;               // of the requests
  double seconds = 2;              // [s, 0.01-600, 2] how long each kind of request is sent, by each method
  uint32_t large_count = 100'000;  // [positions, 1-100,000, 100,000] of the large requests
};

// Prints the lines that docs/benchmarks.md lists, one per kind of request. The first 100,000 positions of
// each kind are also checked, by searches that share nothing with placement. Internal if a position fails
// the check, after all lines; NotFound or DataLoss if the package cannot be read; InvalidArgument if it has
// no navmesh, or none of it is ground of the main zone.
absl::Status RunPlaceSuite(const PlaceSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
