// The rays of a launch graph's casts through Embree, and nothing else: what casting is measured against.
#pragma once

#include "bake/skeleton/launch_graph.h"
#include "bake/skeleton/ray_scene.h"
#include "bake/skeleton/step_caster.h"

namespace waystone {

// Along every arc of the lattice, the body's six lines and the one down, in the order of the points, on so
// many threads (0 = one per core).
double RawRaysPerSecond(const RayScene& rays, const LaunchGraph& graph, const CastBody& body,
                        int thread_count);

}  // namespace waystone
