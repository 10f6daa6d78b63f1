// From the gaps of tiles to those of a map, as its package has them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/gaps/open_field.h"
#include "bake/gaps/placed_gap.h"
#include "core/collision/collision_view.h"
#include "core/gaps/gap_view.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Of each pair of islands of the surface the gap with the least severity, the first of equals; at most kMaxGaps, those
// between the largest islands (by the smaller one of each pair, in area). Measured again by the source's triangles. The
// same whatever the thread count. Near-linear in the gaps of tiles and polygons, but for what measures take.
GapData JoinGaps(const NavmeshView& mesh, std::span<const TileGap> gaps, const AgentProfile& agent,
                 const GapRules& rules, const CollisionView& solid, int thread_count);

}  // namespace waystone
