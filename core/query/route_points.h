// From a search's result to the points and legs of an answer.
#pragma once

#include "core/navmesh/any_angle_search.h"
#include "core/query/ground_line.h"
#include "core/query/route_query.h"
#include "core/store/map_view.h"

namespace waystone {

// Fills points (absolute), legs, lengths and cost.
void FillPoints(const MapView& map, const AnyAngleResult& route, RouteShape shape,
                GroundLineWorkspace& workspace, RouteAnswer& answer);

}  // namespace waystone
