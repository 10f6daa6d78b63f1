// What the API has and this version does not serve yet.
#pragma once

#include <string_view>

#include "absl/status/status.h"
#include "core/surface/route_changes.h"
#include "core/surface/search_surface.h"
#include "waystone/v1/place.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Unimplemented, naming the field and the feature.
absl::Status NotServed(std::string_view field, std::string_view feature);

// Unimplemented, naming the field and the feature, where the request uses something that is not served.
absl::Status CheckServed(const v1::PlaceResourceRequest& request);
// Of a request that explores.
absl::Status CheckServedForExploration(const v1::PlanRouteRequest& request);
// Of a placement and of distances with their changes, the batch's among them, on a surface.
absl::Status CheckServedForPlacement(const RouteChanges& changes, const SurfaceFields& fields);
absl::Status CheckServedForDistances(const RouteChanges& changes, const SurfaceFields& fields);

}  // namespace waystone
