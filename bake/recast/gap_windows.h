// Where gaps are looked for again, besides the tiles themselves.
#pragma once

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/recast/navmesh_baker.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

struct GapsOfMap {
  std::vector<TileGap> gaps;
  size_t window_count = 0;
};

// What parts the islands of the mesh: what was found in its tiles; then in windows, squares of as many cells as a tile, over the
// borders of tiles (bake/gaps/gap_ports.h); and in windows of cells a third as large (bake/gaps/near_grounds.h), for passages that
// are too narrow for the others. The same whatever the thread count. Errors as BakePolygons'. REQUIRES: the plan and the mesh of
// `settings`.
absl::StatusOr<GapsOfMap> FindGapsOfMap(const BakeInput& input, const VoxelSettings& settings,
                                        const TilePlan& plan, const AgentProfile& profile,
                                        const NavmeshView& mesh, TileFindings found, int thread_count);

}  // namespace waystone
