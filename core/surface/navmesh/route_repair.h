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

// The map is a changed one, `ground` its surface's. `baked` is a path over the baked mesh from `start` to `goal`. Each
// part of it that meets changes is replaced by the shortest path from a place before it to a place behind it. They lie
// 8 m away at first; if no path is found, 32, 128 and 512 m. Such paths are kept with the ground. Then the whole is pulled taut. Empty if a part has no
// such path, or a limit came first; `expansions` counts either way. Another path may be shorter: callers compare
// the cost with that of `baked`, which no path undercuts by more than the index that found it hides. O(sides crossed), and the
// local searches.
std::optional<SurfacePath> RepairPath(const MapView& map, const ChangedGround& ground,
                                      const SurfacePath& baked, const NavLocation& start,
                                      const NavLocation& goal, uint32_t max_expansions,
                                      const Deadline& deadline, AnyAngleWorkspace& workspace,
                                      uint32_t& expansions);

}  // namespace waystone
