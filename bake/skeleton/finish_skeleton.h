// From launch points to a skeleton, of surfaces and of grids alike (S0.6, S0.7).
#pragma once

#include <cstdint>

#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/skeleton_graph.h"
#include "bake/skeleton/skeleton_options.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

struct FinishedSkeleton {
  SkeletonData data;
  uint32_t thinning_rounds = 0;
  double thin_s = 0;  // [s] by stage, of one clock
  double pack_s = 0;
  double walk_s = 0;
};

// Thins, prunes, straightens where `walks` allows it, and packs the skeleton with its round walk.
// Deterministic. Near-linear in the points.
FinishedSkeleton FinishSkeleton(const LaunchGraph& graph, const SkeletonOptions& options,
                                WalksStraight walks);

// Passes that look for a shorter round walk over so many key points.
uint32_t WalkPasses(uint32_t key_points);

}  // namespace waystone
