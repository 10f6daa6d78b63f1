#include "bake/skeleton/skeleton_builder.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "bake/skeleton/piece_joiner.h"
#include "bake/skeleton/skeleton_graph.h"
#include "bake/skeleton/step_caster.h"
#include "bake/skeleton/surface_pieces.h"
#include "bake/skeleton/thinning.h"
#include "core/base/status_macros.h"
#include "core/skeleton/round_walk.h"

namespace waystone {
namespace {

constexpr double kUnit = 1024;     // places are multiples of 1/1024 m: floats hold them exactly
constexpr double kTopShare = 0.9;  // of the body's height: voxels round the headroom
constexpr double kOverSteps_m = 0.1;
constexpr double kSideShare = 0.85;  // of the radius: voxels round the distance from walls

// Passes that look for a shorter round walk. One takes some 5 s for 100,000 key points, so large skeletons
// get fewer, and the largest none: a query has less far to look all the same.
constexpr uint32_t kMaxWalkRounds = 6;
constexpr uint32_t kWalkRoundPoints = 200'000;  // key points that all passes look at together

class Clock {
 public:
  double Lap() {
    const auto now = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(now - std::exchange(last_, now)).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace

CastBody BodyOf(const AgentProfile& agent, const SkeletonOptions& options) {
  CastBody body;
  body.jump_m = std::min(options.jump_height_m, kTopShare * agent.height_m);
  body.drop_m = options.drop_height_m;
  body.climb_m = agent.max_climb_m;
  body.top_m = kTopShare * agent.height_m;
  body.low_m = std::min(std::max(body.jump_m, agent.max_climb_m + kOverSteps_m), body.top_m);
  body.side_m = kSideShare * agent.radius_m;
  body.leaps = options.leaps;
  return body;
}

absl::StatusOr<LaunchGraph> CastLaunchPoints(const SkeletonSource& source, const SkeletonOptions& options,
                                             int thread_count, const LaunchProgress& progress,
                                             BuiltSkeleton& counts) {
  const double spacing_m = std::max(1.0, std::round(options.spacing_m * kUnit)) / kUnit;
  const StepCaster caster(*source.mesh, source.rays, BodyOf(source.agent, options));
  LaunchCaster launch(*source.mesh, caster, spacing_m, thread_count, progress);
  for (const NavLocation& start : source.starts) launch.Begin(start);
  WS_RETURN_IF_ERROR(launch.Flood());
  const SurfacePieces pieces = FindPieces(*source.mesh, *source.links, source.abilities);
  PieceJoiner joiner(*source.mesh, *source.links, pieces, caster, std::max(options.max_arc_m, spacing_m),
                     launch);
  bool has_added = true;
  while (has_added) {
    const bool has_passages = joiner.AddPassages();
    WS_RETURN_IF_ERROR(launch.Flood());
    const bool has_joined = joiner.JoinPieces();
    WS_RETURN_IF_ERROR(launch.Flood());
    has_added = has_passages || has_joined;
  }
  counts.casts = launch.casts();
  counts.rays = launch.rays();
  counts.blocked = joiner.blocked();
  return std::move(launch.graph());
}

absl::StatusOr<BuiltSkeleton> BuildSkeleton(const SkeletonSource& source, const SkeletonOptions& options,
                                            int thread_count, const LaunchProgress& progress) {
  BuiltSkeleton built;
  Clock clock;
  WS_ASSIGN_OR_RETURN(const LaunchGraph graph,
                      CastLaunchPoints(source, options, thread_count, progress, built));
  built.cast_s = clock.Lap();
  Thinned thinned = Thin(graph, {options.rule, options.max_rounds});
  built.thinning_rounds = thinned.rounds;
  built.thin_s = clock.Lap();
  std::vector<ThinArc> arcs = KeptArcs(graph, thinned.is_kept);
  if (options.prune_m > 0) PruneSpurs(graph, options.prune_m, thinned.is_kept, arcs);
  const StepCaster caster(*source.mesh, source.rays, BodyOf(source.agent, options));
  arcs = StraightenOnSurface(graph, arcs, *source.mesh, caster, options);
  built.data = PackSkeleton(graph, thinned.is_kept, arcs);
  built.data.header.reach_m = static_cast<float>(FarthestFrom(graph, thinned.is_kept) + options.tolerance_m);
  built.pack_s = clock.Lap();
  const uint32_t per_point = kWalkRoundPoints / std::max(1U, built.data.header.key_point_count);
  BakeRoundWalk(built.data, std::clamp(per_point, 0U, kMaxWalkRounds));
  built.walk_s = clock.Lap();
  return built;
}

}  // namespace waystone
