// PlanRoute over the maps of a world.
#pragma once

#include "absl/status/status.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "server/maps/map_prefetcher.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// Whether a request asks for more than a path over one map: it has goals or places to pass on other maps than the start's, or
// says what portals do.
bool IsOverMaps(const v1::PlanRouteRequest& request, const RequestScope& scope);

// Fills the response. NotFound where there is no world, or it lacks the start's or a goal's map;
// InvalidArgument, OutOfRange, Unimplemented with the field's path; FailedPrecondition where the world
// was not baked for the request's agent and abilities. REQUIRES: the places and options are checked.
// `prefetcher` may be null.
absl::Status AnswerWorldRoute(const v1::PlanRouteRequest& request, const RequestLimits& limits,
                              const RequestScope& scope, MapPrefetcher* prefetcher,
                              v1::PlanRouteResponse& response);

}  // namespace waystone
