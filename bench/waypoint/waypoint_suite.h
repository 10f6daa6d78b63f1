// The waypoint suite: A* with landmarks over graphs of waypoints, against Dijkstra's algorithm in the same
// run.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct WaypointSuiteOptions {
  std::vector<uint32_t> nodes = {10'000, 100'000};  // [2-1,000,000] of each graph (random_graph.h)
  uint32_t queries = 1000;                          // [1-100,000, 1000] pairs of nodes drawn for each graph
  uint32_t repeats = 3;                             // [1-100, 3] runs of a query, of which the fastest counts
  uint64_t seed = 1;                                // of the graphs and pairs
};

// Prints a line per graph. Internal if a path costs more or less than the reference path.
absl::Status RunWaypointSuite(const WaypointSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
