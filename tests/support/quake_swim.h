// Swimming in Quake levels, as links: all ground under one water and the shores from which one gets in and
// out.
#pragma once

#include <vector>

#include "core/collision/collision_view.h"
#include "core/map/off_mesh_link.h"
#include "core/map/source_map.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Links that need "swim" and join, one to the next, all places of each body of the groups "water" and
// "slime": ground that is under its surface, and borders from which a swimmer in front of them can be reached
// and gets out: the surface is at most a metre below the border and 0.6 m above. REQUIRES: the mesh's
// positions are relative to the source's own origin.
std::vector<OffMeshLink> SwimLinks(const SourceMap& map, const NavmeshView& mesh, const CollisionView& solid);

}  // namespace waystone
