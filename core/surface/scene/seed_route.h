// Routes by the seed's rules (S3.4-S3.6): scene by scene, and in each layer by layer.
#pragma once

#include "core/base/scratch.h"
#include "core/path/nav_location.h"
#include "core/path/surface_path.h"
#include "core/scene/height_rule.h"
#include "core/scene/scene_view.h"
#include "core/surface/map_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_search.h"

namespace waystone {

// From one place to another. While the goal is in another scene, the path leads to where the exact path to the goal
// leaves this one: anywhere on the border of an open scene, through the mouth of a closed one that it fits; there the
// scene is selected anew (S3.5, S3.6). Between two places of a scene with layers it follows the rule of heights:
// the way over each layer, and to the way up or down that is the nearest to walk, is the cheapest that stays on the
// layer. Elsewhere it is the cheapest path. If a layer does not lead on, or the rule ends with the goal above or
// below, the path ends there: kExhausted, and `end` is not the goal. Never cheaper than the exact path. Limits as
// FindMeshRoute. `changes`: of the request, with what the agent may not use.
FoundPath FindSeedRoute(const MapView& map, const SceneView& scenes, const NavLocation& from,
                        const NavLocation& to, HeightOrder order, const RouteChanges& changes,
                        const PathTerms& terms, Scratch& scratch);

}  // namespace waystone
