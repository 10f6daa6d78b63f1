// What requests over maps have in common, as the core's query has it.
#pragma once

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/surface/world_query.h"
#include "core/world/world_view.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/agent.pb.h"
#include "waystone/v1/changes.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// The baked traveller that walks as the agent does. FailedPrecondition naming those that there are.
absl::StatusOr<TravellerId> FindTraveller(const v1::Agent& agent, const WorldView& world);

// What a request says of portals.
struct AskedPortals {
  const v1::PortalOptions& options;
  const v1::Changes& changes;
};
// Reads it, and what the batch's changes say, into the query. Errors as ReadWorldChanges; InvalidArgument if a text is
// empty; messages begin with the field. REQUIRES: a world is loaded.
absl::Status ReadPortalUse(const AskedPortals& asked, const RequestLimits& limits, const RequestScope& scope,
                           WorldRouteQuery& query);

// The map that changes and pins without a map_id are about: the batch's, or else the request's own.
const std::string& DefaultMapId(const std::string& own, const RequestScope& scope);

}  // namespace waystone
