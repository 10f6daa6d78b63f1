// From the obstacles of a request's changes to solids on a map.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "core/changed/solid.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// Appends the obstacles, map-local. InvalidArgument (no shape, a position on another map, a shape without area, a
// prism that is not convex), LimitError; messages begin with "obstacles". O(corners).
absl::Status ReadObstacles(const v1::MapChanges& changes, const FoundMap& found, const RequestLimits& limits,
                           std::vector<Solid>& solids);

}  // namespace waystone
