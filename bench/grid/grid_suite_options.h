// The options of the grid suite.
#pragma once

#include <cstdint>
#include <string>

#include "core/grid/grid_path.h"

namespace waystone {

struct GridSuiteOptions {
  std::string map_path;       // a grid source, as .map
  std::string scen_path;      // queries of the MovingAI benchmarks
  std::string answers_path;   // id,cardinal_steps,diagonal_steps; empty: none are compared
  std::string movingai_path;  // a folder of maps, queries and answers with its MANIFEST.txt, instead
  GridMethod method = GridMethod::kAuto;  // over a folder, kAuto measures all that are exact
  uint32_t rects = 0;                     // [0-1,000,000, 0] random rectangles blocked by each request
  bool smooth = false;                    // also measures smoothed paths
  uint32_t repeats = 3;                   // [1-100, 3] runs of each query, of which the fastest counts
  uint32_t samples = 100;                 // [1-100,000, 100] queries of a map that plain A* answers too
};

}  // namespace waystone
