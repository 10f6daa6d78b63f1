// Detour tile sets as RecastDemo writes them.
#pragma once

#include <cstddef>
#include <vector>

#include "tests/oracle/detour_mesh.h"

namespace waystone {

// What RecastDemo's "save" writes for a mesh.
std::vector<std::byte> SaveTileSet(const dtNavMesh& mesh);

}  // namespace waystone
