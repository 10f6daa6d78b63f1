// From a surface, and the solid triangles it was made from, to its skeleton (S0.1-S0.7).
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/skeleton/finish_skeleton.h"
#include "bake/skeleton/launch_caster.h"
#include "bake/skeleton/ray_scene.h"
#include "bake/skeleton/skeleton_options.h"
#include "bake/skeleton/step_caster.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"

namespace waystone {

struct SkeletonSource {
  const NavmeshView* mesh = nullptr;
  const LinkView* links = nullptr;
  uint64_t abilities = 0;           // the bits of NavLink::abilities
  const RayScene* rays = nullptr;   // null: the surface alone decides where an agent walks
  std::vector<NavLocation> starts;  // where walkers enter (S0.1)
  AgentProfile agent;
};

struct CastCounts {
  uint64_t casts = 0;
  uint64_t rays = 0;
  uint64_t blocked = 0;  // walks of the surface that something solid blocks
};

struct BuiltSkeleton : FinishedSkeleton {
  CastCounts counts;
  double cast_s = 0;  // [s]
};

// The same bytes for any number of threads. Empty if there are no starts. ResourceExhausted if there are more
// than kMaxLaunchPoints. Near-linear in the ground reached over the spacing squared.
absl::StatusOr<BuiltSkeleton> BuildSkeleton(const SkeletonSource& source, const SkeletonOptions& options,
                                            int thread_count, const LaunchProgress& progress);

// The body that casts for the agent.
CastBody BodyOf(const AgentProfile& agent, const SkeletonOptions& options);

struct CastPoints {
  LaunchGraph graph;
  CastCounts counts;
};

// The launch points alone.
absl::StatusOr<CastPoints> CastLaunchPoints(const SkeletonSource& source, const SkeletonOptions& options,
                                            int thread_count, const LaunchProgress& progress);

}  // namespace waystone
