// The volume suite: paths over voxel maps, against plain A* in the same run.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"

namespace waystone {

struct VolumeSuiteOptions {
  std::string data_path;  // a folder of .3dmap and .3dscen files, which may be compressed (.xz)
  // [1-1,000,000, 100] of a map's queries also asked of plain A*, evenly spread: it takes seconds for some
  uint32_t astar_queries = 100;
};

// Asks for all paths of all scenarios. A line per map: how many lengths are those of the scenario to six
// digits after the point, and how many times as long plain A* takes for a sample of the same queries. NotFound or
// InvalidArgument naming the file if one cannot be read.
absl::Status RunVolumeSuite(const VolumeSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
