// Follows a route over the maps of a world (docs/worlds.md), as the part of a game does that moves a
// character.
//
// Each node of a game holds one map, and while a character walks over it other maps change: a ferry stops, a
// toll is paid. So it asks for the points of the first map alone, walks them, uses the portal at their end,
// and asks again from where it arrived, with what is left to spend. Of exclusive groups of portals every
// request may use one again: answers do not tell groups.
#pragma once

#include <cstdint>
#include <ostream>

#include "absl/status/statusor.h"
#include "client/waystone_client.h"

namespace waystone::samples {

struct Journey {
  v1::Position end;        // where the goal was reached
  double length_m = 0;     // walked, jumped ... on all maps
  uint32_t portals = 0;    // used
  v1::PortalOptions left;  // the request's, less what the portals took
};

// Walks from the start of the request to one of its goals and prints every step. Errors: those of PlanRoute;
// FailedPrecondition where there is no path, or none is left after the world has changed; ResourceExhausted
// after 1,000 portals. Each begins with where the walker then stood.
absl::StatusOr<Journey> FollowRoute(const client::WaystoneClient& client, v1::PlanRouteRequest request,
                                    std::ostream& out);

}  // namespace waystone::samples
