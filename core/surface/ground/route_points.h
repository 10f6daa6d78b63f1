// From a search's result to the points and legs of an answer.
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/path/surface_path.h"
#include "core/surface/ground/ground_line.h"
#include "core/surface/map_view.h"
#include "core/surface/route_query.h"

namespace waystone {

// Appends a path that begins where the answer's points end (or is the first): points (absolute), legs,
// polygons if the query asks for them, lengths and cost. False if the answer has then reached
// query.max_length_m, which cut the path: in a walk, or before a link.
bool AppendRoute(const MapView& map, const SurfacePath& route, const RouteQuery& query,
                 GroundLineWorkspace& workspace, RouteAnswer& answer);

}  // namespace waystone
