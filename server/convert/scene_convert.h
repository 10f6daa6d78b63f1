// The scenes that a route passes through, for the API.
#pragma once

#include "core/surface/route_query.h"
#include "server/convert/convert.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Fills the report of scenes if the map has some and there is a route.
void FillScenes(const FoundMap& found, const RouteQuery& query, const RouteAnswer& answer,
                const v1::SceneOptions& options, v1::PlanRouteResponse& response);

}  // namespace waystone
