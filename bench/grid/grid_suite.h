// The grid suite: ways over grids, against plain A* in the same run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "core/grid/grid_path.h"

namespace waystone {

struct GridSuiteOptions {
  std::string map_path;       // a grid source, as .map
  std::string scen_path;      // queries of the MovingAI benchmarks
  std::string answers_path;   // id,cardinal_steps,diagonal_steps; empty: none are compared
  std::string movingai_path;  // a folder of maps, queries and answers with its MANIFEST.txt, instead
  GridMethod method = GridMethod::kAuto;  // over a folder, kAuto measures all that are exact
  uint32_t rects = 0;                     // [0-1,000,000, 0] random rectangles blocked by each request
  bool smooth = false;                    // also measures smoothed ways
  uint32_t repeats = 3;                   // [1-100, 3] runs of each query, of which the fastest counts
  uint32_t samples = 100;                 // [1-100,000, 100] queries of a map that plain A* answers too
};

// Prints a line per map and method, and over a folder one of geometric means beside what is aimed at.
// NotFound, InvalidArgument or DataLoss where a file cannot be read; FailedPrecondition where cells differ in
// cost, or the map is too large or too intricate for the method.
absl::Status RunGridSuite(const GridSuiteOptions& options, const BenchLines& lines);

// "jps_plus" and the like; nothing where there is no such method.
std::optional<GridMethod> GridMethodNamed(std::string_view name);

}  // namespace waystone
