// The polls suite: how far apart requests look at their deadlines.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct PollSuiteOptions {
  std::string package_path = {};  // or a folder with a world, whose maps are then all loaded
  std::string agent = {};         // the profile's name; empty: the package's first
  uint64_t seed = 1;              // of the requests
  uint32_t scale = 100;           // [%, 1-100, 100] how large the requests are
  uint32_t timeout_s = 3;         // [s, 1-3600, 3] of CPU time for each request
  double max_gap_ms = 0;          // [ms, 0 = no limit] the longest gap that passes
  std::string only = {};          // requests whose names begin so; empty: all
};

// Prints the lines that docs/benchmarks.md lists, one per kind of request. FailedPrecondition, after all lines, if
// a gap is longer than `max_gap_ms`; NotFound or DataLoss if the package cannot be read; InvalidArgument if no
// place of it can be drawn.
absl::Status RunPollSuite(const PollSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
