// The world suite: routes over the maps of a world of grids, compared with known answers and with
// Dijkstra's algorithm over all cells and portals.
#pragma once

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/world/world_suite_options.h"

namespace waystone {

// Prints a line. Internal if an answer is wrong.
absl::Status RunWorldSuite(const WorldSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
