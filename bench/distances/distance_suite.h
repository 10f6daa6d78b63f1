// The distances suite: matrices of walking distances beside the routes between the same positions.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct DistanceSuiteOptions {
  std::string package_path;
  std::string agent;      // the profile's name; empty: the package's first
  uint32_t sources = 30;  // [1-1,000, 30]
  uint32_t targets = 30;  // [1-1,000, 30]
  uint32_t routes = 900;  // [pairs of the matrix that are planned as routes too, 1-1,000,000, 900]
  uint64_t seed = 1;      // of the positions, uniform over the surface
};

// Prints one line: what a pair of the matrix takes, what a route takes, and how many distances differ from
// the cost of the route by more than a millionth. Times are CPU of one thread. NotFound or DataLoss if the
// package cannot be read.
absl::Status RunDistanceSuite(const DistanceSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
