// Bakes that succeed and are probably not what was meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bake/import/surface_table.h"
#include "bake/recast/tile_baker.h"
#include "core/geom/aabb.h"
#include "core/map/agent_profile.h"
#include "core/map/source_map.h"

namespace waystone {

// Says so if the source's walls are as high as if its numbers were centimetres or inches, or all of it is
// smaller than the smallest agent is high. `bounds`: of the solid triangles. O(triangles).
std::optional<std::string> DoubtOfUnits(const SourceMap& map, const std::vector<TriangleClass>& classes,
                                        const Aabb& bounds, double least_height_m);

// Says so if less than a tenth of the ground that is not too steep became surface, and where the rest went.
// `area_m2`: of the surface. Ground that volumes take away is not lost.
std::optional<std::string> DoubtOfLoss(const GroundCells& ground, double cell_size_m, double area_m2,
                                       const AgentProfile& agent);

// Says so if the agent steps over all that is as high as itself.
std::optional<std::string> DoubtOfClimb(const AgentProfile& agent);

}  // namespace waystone
