// The world suite over a world of meshes: drawn pairs, in both portal modes, held against the exact joined
// route, and every place told against the triggers that are to be kept off.
#pragma once

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/world/world_suite_options.h"

namespace waystone {

// Prints a line. Internal where a way is more than 1.02 times as long as the exact one, where one exists and
// the other does not, or where a way leads into a trigger that it is to keep off.
absl::Status RunMeshWorldSuite(const WorldSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
