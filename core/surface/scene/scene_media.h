// What an agent may move through on a map with scenes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/navmesh/exclusions.h"
#include "core/scene/scene_view.h"
#include "core/surface/map_view.h"
#include "core/surface/scene/scene_obstacles.h"
#include "core/surface/snap.h"

namespace waystone {

// The areas of polygons in water and in air that the agent's abilities do not let it use: bit k for area k.
uint64_t ForbiddenAreas(const MapView& map);

// The areas of all polygons in water and in air.
uint64_t FloatingAreas(const MapView& map);

// Whether the agent can be in that medium: on ground always.
bool MayBeIn(const MapView& map, SceneMedium medium);

// The middle of the agent's body at a place, on its polygon's side of the borders of scenes.
Vec3 BodyAt(const MapView& map, const SceneView& scenes, const NavLocation& place);

// Whether a straight line passes the borders of closed scenes within the radius, and `error_m`, of their mouths only, that
// are for the medium of one side.
bool PassesByMouths(const SceneView& scenes, const Vec3& from, const Vec3& to, double error_m);

// [m] No path between two positions is shorter if one of them is in a closed scene that the other is not in: by the mouth of
// the least detour, whatever its state. 0 if there is no such scene. O(mouths of the scenes around them).
double LeastByMouths_m(const SceneView& scenes, const Vec3& from, const Vec3& to);

// Brings a map-local position in a scene of water or air onto the nearest of the scene's layers, points and cubes within
// its reach to which a straight line is free, through closed borders in their mouths only. It stays `snapped` by the limits if that place is nearer and in sight. `exclusions`: of the
// request, with ForbiddenAreas.
SnapResult SnapWithinReach(const MapView& map, const SceneView& scenes, const SceneObstacles& obstacles,
                           const Vec3& position, const SnapResult& snapped, const Exclusions* exclusions,
                           SurfaceWorkspace& workspace);

// The way by which an agent leaves the outermost closed scene that it is in and none of the goals is: of those through
// the scene's mouths that it may use the one nearest in a straight line. None if it is in no such scene (S3.6).
std::optional<LinkId> FindMouthOut(const MapView& map, const SceneView& scenes, const NavLocation& from,
                                   std::span<const NavLocation> goals, const Exclusions* exclusions);

}  // namespace waystone
