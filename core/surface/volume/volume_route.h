// The best path between places of a volume: what mesh_route.h is for meshes.
#pragma once

#include <span>

#include "core/base/scratch.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"
#include "core/surface/route_search.h"

namespace waystone {

// The shortest path over free voxels to any of the goals, exact; of equals the first. Goals are searched one by
// one, the nearest in a straight line first, until no other can be nearer. From place to place, over the middles
// of voxels between: where the path turns, every voxel (kEveryCell), or pulled taut (kSmoothed, kAnyAngle). Its
// cost is that of the path over voxels in metres, whatever the shape. If no goal can be reached: the path to the
// place nearest to the first goal. REQUIRES: one goal or more; all places lie in free voxels.
NearestPath FindNearestVolumeRoute(const MapView& map, const NavLocation& start,
                                   std::span<const NavLocation> goals, const PathTerms& terms,
                                   Scratch& scratch);

// Appends such a path as a leg of its kind. As RouteSearch::Append.
bool AppendVolumeRoute(const MapView& map, const SurfacePath& path, const RouteQuery& query,
                       RouteAnswer& answer);

}  // namespace waystone
