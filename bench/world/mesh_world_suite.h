// The world suite over a world of meshes: drawn pairs, in both portal modes, compared with the exact joined
// route. Every place of an answer is checked against the triggers that it must avoid.
#pragma once

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/world/world_suite_options.h"

namespace waystone {

// Prints a line. Internal if a path is more than 1.02 times as long as the exact one, if one exists and the
// other does not, or if a path enters a trigger that it must avoid.
absl::Status RunMeshWorldSuite(const WorldSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
