// Finds where an agent can leave the walkable surface and land on it again: drops from ledges, jumps over
// gaps and onto crates, and steps that voxels took for a gap.
//
//   WS_ASSIGN_OR_RETURN(const CollisionView solid, CollisionView::Create(...));
//   const FoundLinks found = GenerateLinks(mesh, solid, agent, {.drop_height_m = 3}, threads);
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bake/links/flight.h"
#include "bake/links/link_gen_options.h"
#include "core/collision/collision_view.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/link_format.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A directed link between two places on the surface. Points are map-local metres.
struct GeneratedLink {
  LinkKind kind = LinkKind::kDrop;
  PolyId start_poly;
  PolyId end_poly;
  Vec3 start;
  Vec3 end;
  double cost_m = 0;  // the straight 3D length
};

struct FoundLinks {
  std::vector<GeneratedLink> links;  // sorted by (start_poly, kind, end_poly)
  uint64_t tries = 0;                // places on borders from which flights were looked for
  uint64_t near_walks = 0;           // jumps and steps left out: a walk leads there as well
  uint64_t repeats = 0;              // links left out: a shorter one leads beside them
  FlightCounts flights;
};

// Called now and then, from any of the threads but one at a time, with how many polygons of all are done.
using LinkProgress = std::function<void(uint64_t done, uint64_t total)>;

// Tries every `spacing_m` along every border, towards each polygon in reach and, for drops, straight and
// slanting outwards. A link is kept where the agent's body, swept along the flight (flight.h), meets nothing
// solid. Left out are jumps and steps where a walk near the straight line leads to the same place, and of the
// links of one polygon and kind those whose end is side by side with that of a shorter one. Each direction is
// a link of its own. A step needs no ability: kind walk. Positions of `solid` are map-local. The same for any
// thread count. O(border length / spacing x polygons in reach).
FoundLinks GenerateLinks(const NavmeshView& mesh, const CollisionView& solid, const AgentProfile& agent,
                         const LinkGenOptions& options, int thread_count,
                         const LinkProgress& progress = nullptr);

}  // namespace waystone
