// The legs of routes over scenes.
#pragma once

#include <span>

#include "core/geom/aabb.h"
#include "core/path/surface_path.h"
#include "core/scene/scene_view.h"
#include "core/surface/ground/ground_line.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"

namespace waystone {

// AppendRoute over scenes: what leads through water or air are legs of kind swim and fly, as long as can be; a way
// through a mouth is a leg of its own, with the mouth's name. Of shape kSmoothed, which needs solid triangles, they
// are pulled taut: each straight line is free for the agent's capsule, and stays in the scenes that the path led
// through.
bool AppendSceneRoute(const MapView& map, const SceneView& scenes, const SurfacePath& path,
                      const RouteQuery& query, GroundLineWorkspace& workspace, RouteAnswer& answer);

// Pulls a walk's legs through water and air taut like that, by lines that meet none of the map-local boxes. REQUIRES: the map has
// solid triangles.
void SmoothSceneWalk(const MapView& map, const SceneView& scenes, const RouteQuery& query,
                     std::span<const Aabb> kept_off, RouteAnswer& walk);

}  // namespace waystone
