// From a request's changes to those of the world it is about.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "core/world/world_view.h"
#include "server/convert/request_limits.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/changes.pb.h"

namespace waystone {

// Sets the bit of every portal that may not be used, by PortalId: those named, and those that lead to a map
// named. `is_closed` may be shorter than there are portals. NotFound naming the field where the world has no
// such portal or map; LimitError. O(names, and portals to the maps);
// those of a set that the changes name are read once for all requests.
absl::Status ReadWorldChanges(const v1::Changes& changes, const RequestLimits& limits,
                              const WorldStore& store, const RequestScope& scope,
                              std::vector<bool>& is_closed);

// Whether some portal is closed or map excluded, apart from a set that the changes name.
bool HasWorldChanges(const v1::Changes& changes);

// Sets the bit of one portal.
void MarkPortal(const WorldView& world, PortalId portal, std::vector<bool>& marks);

}  // namespace waystone
