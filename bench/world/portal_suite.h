// The world suite's queries between portals.
#pragma once

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/world/world_suite_options.h"

namespace waystone {

// Routes from where portals arrive to triggers of one cell, on a world of grids with however many maps: of these only the ones
// at the ends of routes are opened. Some are compared with Dijkstra's algorithm over all portals. InvalidArgument if no trigger
// is of one cell; Internal if an answer is wrong.
absl::Status RunPortalSuite(const WorldSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
