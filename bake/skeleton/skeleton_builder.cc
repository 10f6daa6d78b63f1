#include "bake/skeleton/skeleton_builder.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bake/skeleton/lap_clock.h"
#include "bake/skeleton/piece_joiner.h"
#include "bake/skeleton/step_caster.h"
#include "bake/skeleton/surface_pieces.h"
#include "core/base/status_macros.h"
#include "core/navmesh/surface_walk.h"

namespace waystone {
namespace {

constexpr double kUnit = 1024;     // places are multiples of 1/1024 m: floats hold them exactly
constexpr double kTopShare = 0.9;  // of the body's height: voxels round the headroom
constexpr double kOverSteps_m = 0.1;
constexpr double kSideShare = 0.85;  // of the radius: voxels round the distance from walls

Vec3 At(const LaunchGraph& graph, uint32_t point) { return Vec3(graph.points[point].at); }

// Whether the surface leads straight from a launch point to another.
bool LeadsStraight(const LaunchGraph& graph, const NavmeshView& mesh, uint32_t from, uint32_t to) {
  const NavLocation start{PolyId(graph.points[from].poly), At(graph, from)};
  const RaycastResult walk = Raycast(mesh, start, At(graph, to).Plane());
  // On its floor: points above each other are no closer than this.
  return walk.reached && std::abs(walk.end.point.y - At(graph, to).y) < graph.spacing_m;
}

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

absl::StatusOr<CastPoints> CastLaunchPoints(const SkeletonSource& source, const SkeletonOptions& options,
                                            int thread_count, const LaunchProgress& progress) {
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
  const CastCounts counts{launch.casts(), launch.rays(), joiner.blocked()};
  return CastPoints{std::move(launch.graph()), counts};
}

absl::StatusOr<BuiltSkeleton> BuildSkeleton(const SkeletonSource& source, const SkeletonOptions& options,
                                            int thread_count, const LaunchProgress& progress) {
  LapClock clock;
  WS_ASSIGN_OR_RETURN(const CastPoints cast, CastLaunchPoints(source, options, thread_count, progress));
  const double cast_s = clock.Lap();
  const StepCaster caster(*source.mesh, source.rays, BodyOf(source.agent, options));
  CastWorkspace workspace;
  const auto walks = [&](uint32_t a, uint32_t b) {  // to and fro
    return LeadsStraight(cast.graph, *source.mesh, a, b) && LeadsStraight(cast.graph, *source.mesh, b, a) &&
           caster.IsClear(At(cast.graph, a), At(cast.graph, b), workspace);
  };
  return BuiltSkeleton{FinishSkeleton(cast.graph, options, walks), cast.counts, cast_s};
}

}  // namespace waystone
