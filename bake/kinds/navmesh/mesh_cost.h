// What it costs to bake an agent's surface from triangles, by counts that are known before.
#pragma once

#include "bake/recast/navmesh_baker.h"
#include "bake/stages/bake_cost.h"

namespace waystone {

// Without what hierarchies take (CostOfHierarchy). `skeleton_spacing_m`: 0 if no skeleton is baked. O(triangles + tiles).
BakeCost CostOfMesh(const AgentProfile& agent, const BakeInput& input, const VoxelSettings& settings,
                    const TilePlan& plan, double skeleton_spacing_m, int threads);

// What a hierarchy over so many polygons takes, which are known only when they are there.
BakeCost CostOfHierarchy(const AgentProfile& agent, uint64_t polygons);

// ResourceExhausted if the launch points of a skeleton on so much ground are over the limit.
absl::Status CheckLaunchPoints(double area_m2, double spacing_m, uint64_t limit);

}  // namespace waystone
