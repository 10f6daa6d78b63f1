#include "bake/skeleton/finish_skeleton.h"

#include <algorithm>
#include <vector>

#include "bake/skeleton/lap_clock.h"
#include "bake/skeleton/thinning.h"
#include "core/skeleton/round_walk.h"

namespace waystone {
namespace {

// Passes that look for a shorter round walk. One takes some 2 s for 100,000 key points; later ones gain
// little.
constexpr uint32_t kFewestWalkPasses = 2;
constexpr uint32_t kMostWalkPasses = 12;
constexpr uint32_t kWalkPassPoints =
    600'000;  // key points that all passes look at together, if there is a choice

}  // namespace

uint32_t WalkPasses(uint32_t key_points) {
  return std::clamp(kWalkPassPoints / std::max(1U, key_points), kFewestWalkPasses, kMostWalkPasses);
}

FinishedSkeleton FinishSkeleton(const LaunchGraph& graph, const SkeletonOptions& options,
                                WalksStraight walks) {
  FinishedSkeleton finished;
  LapClock clock;
  Thinned thinned = Thin(graph, {options.rule, options.max_rounds});
  finished.thinning_rounds = thinned.rounds;
  finished.thin_s = clock.Lap();
  std::vector<ThinArc> arcs = KeptArcs(graph, thinned.is_kept);
  if (options.prune_m > 0) PruneSpurs(graph, options.prune_m, thinned.is_kept, arcs);
  arcs = Straighten(graph, arcs, options, walks);
  SkeletonData& data = finished.data;
  data = PackSkeleton(graph, thinned.is_kept, arcs);
  data.header.reach_m = static_cast<float>(FarthestFrom(graph, thinned.is_kept) + options.tolerance_m);
  finished.pack_s = clock.Lap();
  BakeRoundWalk(data, WalkPasses(data.header.key_point_count));
  finished.walk_s = clock.Lap();
  return finished;
}

}  // namespace waystone
