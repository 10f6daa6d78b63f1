// The zones suite: how long it takes to label a map, stage by stage.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct ZonesSuiteOptions {
  std::string package_path;
  std::string graph_path;  // instead of a package: a Lineage II region (.l2j or .l2j.xz)
  std::string agent;       // the profile's name; empty: the package's first
  uint32_t repeats = 5;    // [1-1,000, 5] times are medians of so many runs
};

// Prints one line per ability set that was baked for the agent. Times are CPU of the one thread that does the
// work. NotFound or DataLoss if the package cannot be read.
absl::Status RunZonesSuite(const ZonesSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
