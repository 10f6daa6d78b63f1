// PlanRoute with `exploration`: the walk over a whole map.
#pragma once

#include <cstdint>

#include "absl/status/status.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"
#include "server/convert/convert.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// A request whose parts that every route has are checked and read.
struct ExplorationInput {
  const v1::PlanRouteRequest& request;
  const FoundMap& found;
  const SnapOptions& snap;
  const RouteChanges& changes;
  uint32_t max_expansions;
  const RequestLimits& limits;
};

// Fills the response. InvalidArgument, OutOfRange, Unimplemented (feature_gate.h) with the field's
// path; FailedPrecondition where the map has no skeleton for the agent.
absl::Status AnswerExploration(const ExplorationInput& input, const RequestScope& scope,
                               v1::PlanRouteResponse& response);

}  // namespace waystone
