// Links for every agent: the source's own, and those found along borders.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "bake/program/bake_job.h"
#include "bake/program/bake_log.h"
#include "bake/program/map_surfaces.h"
#include "core/collision/collision_view.h"
#include "core/navmesh/link_view.h"

namespace waystone {

struct BakedLinks {
  std::vector<std::string> abilities;  // MapManifest::link_abilities
  std::vector<LinkData> of_agent;      // one per agent, in their order
};

// Stages "find links" and "links" per agent that has any. `solid` may be null. InvalidArgument where a link
// names an agent that there is not, or links are to be looked for in a source without solid triangles or in
// one for which CheckLinkSearch refuses the settings.
absl::StatusOr<BakedLinks> BakeLinks(const BakeJob& job, const MapSurfaces& surfaces,
                                     const CollisionData* solid, BakeLog& log);

}  // namespace waystone
