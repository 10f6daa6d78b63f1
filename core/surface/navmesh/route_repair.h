// A path over the baked mesh, led round what changes have closed.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/navmesh/any_angle_workspace.h"
#include "core/path/surface_path.h"
#include "core/surface/map_view.h"
#include "core/surface/navmesh/navmesh_indexes.h"

namespace waystone {

// The map is a changed one, `ground` its surface's. `baked`: a path over the baked mesh between places that lie
// where start and goal do. Each part of it that meets changes is replaced by the shortest path from a place before
// it to one behind, 32 m away at first, more where none is found; then all is pulled taut. Empty if a part has no
// path within kMostReach_m, or a limit came first; `expansions` counts either way. No path over the changed mesh
// is sure to be as short: callers compare its cost with that of `baked`, which is a lower bound as good as the
// index that found it. O(sides crossed), and the local searches.
std::optional<SurfacePath> RepairPath(const MapView& map, const ChangedGround& ground,
                                      const SurfacePath& baked, const NavLocation& start,
                                      const NavLocation& goal, uint32_t max_expansions,
                                      const Deadline& deadline, AnyAngleWorkspace& workspace,
                                      uint32_t& expansions);

}  // namespace waystone
