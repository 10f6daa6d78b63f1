// MeasureDistances over the maps of a world.
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/surface/distance_query.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/distances.pb.h"

namespace waystone {

// Whether a request asks for more than distances over one map. InvalidArgument if PORTAL_MODE_NONE keeps it from the
// targets' map.
absl::StatusOr<bool> IsOverMaps(const v1::MeasureDistancesRequest& request, const RequestScope& scope);

// Fills the response. `asked`: positions, snapping and limits of the request. Errors as AnswerWorldRoute.
absl::Status AnswerWorldDistances(const v1::MeasureDistancesRequest& request, const DistanceQuery& asked,
                                  const RequestLimits& limits, const RequestScope& scope,
                                  v1::MeasureDistancesResponse& response);

}  // namespace waystone
