// The cost of a distance, compared with the path itself.
#pragma once

#include <vector>

#include "bench/bench_lines.h"
#include "bench/navmesh/pair_sampler.h"
#include "core/surface/map_view.h"

namespace waystone {

// A bucket's pairs, and what planning each took.
struct TimedPairs {
  LengthBucket bucket{};
  std::vector<RoutePair> pairs;
  std::vector<double> ours_us;
};

// Prints one line: MeasureDistances from the starts of some of the pairs to all their goals, per distance
// found, over the median path query of those pairs. Null if there are no pairs, or if the map has no
// hierarchy for its abilities: distances are then floods, whose cost depends on the area, not on the pair.
void PrintDistanceShare(const MapView& view, const TimedPairs& timed, const BenchLines& lines);

}  // namespace waystone
