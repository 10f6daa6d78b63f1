// The grid suite: paths over grids, against plain A* in the same run.
#pragma once

#include <map>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/grid/grid_suite_options.h"
#include "core/grid/grid_path.h"

namespace waystone {

// Prints a line per map and method, and over a folder one of geometric means with the target beside it.
// NotFound, InvalidArgument or DataLoss if a file cannot be read; FailedPrecondition if cells differ in cost,
// or the map is too large or too intricate for the method.
absl::Status RunGridSuite(const GridSuiteOptions& options, const BenchLines& lines);

// By name: "auto", "jps_plus" and the like.
const std::map<std::string, GridMethod>& GridMethods();

}  // namespace waystone
