// The skeleton suite: casting, thinning and walking over a map's skeleton (S0).
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct SkeletonSuiteOptions {
  std::string package_path;
  // The mesh that the package was baked from, in metres and y up; empty: the package's solid triangles.
  std::string source_path;
  std::string agent;          // the profile's name; empty: the package's first
  uint32_t threads = 0;       // [0-1024, 0] that cast; 0 = one per core
  uint32_t budget_ms = 1000;  // [ms, 1-60,000, 1000] for the shortest walk
  uint32_t repeats = 5;       // [1-1,000, 5] walks of which the median is printed
};

// Prints a line about the skeleton, which is cast and thinned anew for that (from a key point, so with as
// many launch points as reach each other both ways), beside the same rays through Embree alone; then one line
// per order of walks. NotFound or DataLoss if a file cannot be read, FailedPrecondition if the package has no
// skeleton.
absl::Status RunSkeletonSuite(const SkeletonSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
