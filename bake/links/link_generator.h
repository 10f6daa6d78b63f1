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
#include "bake/links/generated_link.h"
#include "bake/links/link_gen_options.h"
#include "core/collision/collision_view.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

struct FoundLinks {
  std::vector<GeneratedLink> links;  // sorted by (start_poly, kind, end_poly)
  uint64_t tries = 0;                // places on borders from which flights were looked for
  uint64_t near_walks = 0;           // jumps and steps looked at and left out: a walk leads there as well
  uint64_t repeats = 0;              // links found and left out: another one replaces it
  FlightCounts flights;
};

// Called now and then, from any of the threads but one at a time, with how many polygons of all are done.
using LinkProgress = std::function<void(uint64_t done, uint64_t total)>;

// Tries flights from places every `spacing_m` along every border: jumps and steps to such places along the
// borders of all polygons in reach and to the nearest place of each, drops straight and slanting outwards. A
// link is kept if the agent's body, swept along the flight (flight.h), meets nothing solid. So a jump between
// two borders is found if a body that is wider by half of the spacing could make it, and its length is below
// the limit by the spacing. Left out are jumps and steps if a walk near the straight line leads to the same
// place, and links that another one of their kind, or a walk, replaces (link_choice.h). Each direction is a
// link of its own. A step needs no ability: kind walk. Positions of `solid` are map-local. The same for any
// thread count. O(border places x border places in reach): CheckLinkSearch (search_size.h) bounds them.
FoundLinks GenerateLinks(const NavmeshView& mesh, const CollisionView& solid, const AgentProfile& agent,
                         const LinkGenOptions& options, int thread_count,
                         const LinkProgress& progress = nullptr);

}  // namespace waystone
