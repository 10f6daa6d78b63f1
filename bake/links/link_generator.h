// Finds where an agent can leave the walkable surface and land on it again: drops from ledges, jumps over
// gaps.
//
//   WS_ASSIGN_OR_RETURN(const RayScene scene, RayScene::Build(vertices, solid_triangles));
//   const std::vector<GeneratedLink> links = GenerateLinks(mesh, scene, agent, {.drop_height_m = 3},
//   threads);
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bake/links/link_gen_options.h"
#include "bake/links/ray_scene.h"
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
  double cost_m = 0;  // the 3D length of the flight
};

// Called now and then, from any of the threads but one at a time, with how many polygons of all are done.
using LinkProgress = std::function<void(uint64_t done, uint64_t total)>;

// Tries every `spacing_m` along every border, straight outwards. A link is kept where the agent's body, swept
// along the flight (a fan of rays at its sides, feet and head), meets nothing solid, and where it lands on
// other ground than it left. Per pair of polygons and kind the cheapest one stays. Jumps are kept per
// direction: the way back is a link of its own where it can be jumped. Sorted by (start_poly, kind,
// end_poly); the same for any thread count. O(border length / spacing) rays.
std::vector<GeneratedLink> GenerateLinks(const NavmeshView& mesh, const RayScene& solid,
                                         const AgentProfile& agent, const LinkGenOptions& options,
                                         int thread_count, const LinkProgress& progress = nullptr);

}  // namespace waystone
