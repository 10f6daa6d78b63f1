// What PlanWorldRoute is asked and answers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/query/route_query.h"
#include "core/world/portal_search.h"
#include "core/world/world_format.h"

namespace waystone {

// A place of a world.
struct WorldPosition {
  uint32_t map = 0;  // its number in the world
  Vec3 point;        // [m] absolute in that map
};

struct WorldRouteQuery {
  WorldPosition start;
  std::vector<WorldPosition> goals;  // of which the cheapest to get to wins, the first of equals
  WorldMode mode = WorldMode::kMayUse;
  PortalLimits limits;
  // By portal: the traveller lacks what it requires; empty: none. Such ones are closed, and count as budget.
  std::vector<bool> is_unmet;
  // On each map; `start`, `goals` and `via` are not looked at.
  RouteQuery on_map;
  // Stretches of only this many maps come with points, from the start on; 0: all.
  uint32_t maps_in_full = 0;
};

// A walk over one map of the way, and the portal used at its end.
struct WorldStretch {
  uint32_t map = 0;
  RouteAnswer walk;  // without points and legs where they were not asked for; only its lengths, cost and ends
  PortalId portal;   // none: the way ends here
};

struct WorldRouteAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  RouteReason reason = RouteReason::kNone;
  RouteMethod method = RouteMethod::kNone;
  RouteBasis basis = RouteBasis::kNone;
  std::string explanation;
  std::vector<WorldStretch> stretches;  // empty where there is no way
  uint32_t goal_index = 0;
  double cost_m = 0;  // walks and portals
  double start_snap_m = -1;
  double goal_snap_m = -1;
  uint64_t expansions = 0;
};

}  // namespace waystone
