// The track suite: how often move checks accuse the honest, and whether they find cheats.
#pragma once

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "bench/bench_lines.h"
#include "bench/validate/track_scenes.h"

namespace waystone {

struct TrackSuiteOptions {
  TrackSceneOptions scenes = {};
  std::string agent = {};  // the profile's name; empty: each package's first
  uint64_t seed = 1;       // of all that is drawn
  uint32_t walks = 10;     // [walks, 1-100,000, 10] honest ones of each map, and one exploration
  double walk_s = 60;      // [s, 1-3600, 60] of each walk
  uint32_t cheats = 20;    // [cheats, 0-100,000, 20] of each kind on each map
  uint64_t oracle = 0;     // [steps, 0-10M, 0] compared with the exact search, over all maps
};

// Prints the lines that docs/benchmarks.md lists. NotFound, DataLoss or InvalidArgument if there is nothing to
// run on; FailedPrecondition if the judge is short of the bar (the last line says of what).
absl::Status RunTrackSuite(const TrackSuiteOptions& options, const BenchLines& lines);

}  // namespace waystone
