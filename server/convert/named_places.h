// Position ids: places by the names that a map, or the world, has for them (S4.8).
#pragma once

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "server/convert/request_scope.h"
#include "waystone/v1/position.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// What no place can be named like: INVALID_ARGUMENT naming the field.
absl::Status CheckNamedPlace(const v1::NamedPlace& place);

// The request with positions instead of names: `request` itself where it names no place, else `resolved`,
// which is overwritten. NotFound naming the field where there is no such place, map or world. REQUIRES:
// CheckNamedPlace of all.
absl::StatusOr<const v1::PlanRouteRequest*> ResolvePlaces(const v1::PlanRouteRequest& request,
                                                          const RequestScope& scope,
                                                          v1::PlanRouteRequest& resolved);

}  // namespace waystone
