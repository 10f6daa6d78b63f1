// The blocks suite: paths over the clusters of a grid, compared with the best ones.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct GridClusterSuiteOptions {
  std::string map_path;   // a grid source; empty: one is drawn
  uint32_t drawn = 8192;  // [cells, 64-8192, 8192] its side
  uint32_t obstacle = 8;  // [cells, 1-1000, 8] what is drawn in it: rectangles up to this above 3 a side
  double free = 0.67;     // [share, 0.4-1, 0.67] of cells that stay free
  std::vector<uint32_t> sides{64};  // [cells, 2-256] of clusters tried
  uint32_t pairs = 200;             // [1-100,000, 200] of free cells
  uint32_t repeats = 3;             // [1-100, 3] runs by clusters, of which the fastest counts
  uint64_t seed = 1;                // of the map drawn and of the pairs
};

// Bakes the clusters in memory, by one size after the other, and asks for the same pairs by the best method
// that needs no index and by the clusters. A line for each size. NotFound, InvalidArgument or DataLoss if the
// file cannot be read; Internal if only one of the two finds a path, or the path by clusters is shorter.
absl::Status RunGridClusterSuite(const GridClusterSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
