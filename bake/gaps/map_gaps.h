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
// between the largest islands (by the smaller one of each pair, in area). They are measured again by the source's triangles.
// Deterministic for any thread count. O((gaps + polygons) log), and the measures.
GapData JoinGaps(const NavmeshView& mesh, std::span<const TileGap> gaps, const AgentProfile& agent,
                 const GapRules& rules, const CollisionView& solid, int thread_count);

}  // namespace waystone
