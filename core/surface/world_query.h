// The query and the answer of PlanWorldRoute.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/base/deadline.h"
#include "core/surface/route_query.h"
#include "core/surface/snap.h"
#include "core/world/portal_query.h"
#include "core/world/world_format.h"

namespace waystone {

class WorldChanges;

// A place of a world.
struct WorldPosition {
  WorldMapIndex map = WorldMapIndex(0);
  Vec3 point;  // [m] absolute in that map
};

struct WorldRouteQuery {
  WorldPosition start;
  std::vector<WorldPosition> goals;  // of which the cheapest to get to wins, the first of equals
  std::vector<WorldPosition> via;    // to pass before, in this order
  double max_length_m = 0;           // [m, 0 = no limit] of all walks, in 3D
  TravellerId traveller = TravellerId(0);
  WorldMode mode = WorldMode::kMayUse;
  PortalLimits limits;
  // By portal: the traveller lacks what it requires; empty: none. Such portals are closed, and count as
  // budget.
  std::vector<bool> is_unmet;
  SnapOptions snap;
  // What differs from the baked maps (core/world_route/world_changes.h); null: nothing. Must outlive the query.
  const WorldChanges* changes = nullptr;
  // Walks on the maps of the start and the goal may cost more than the cheapest, on average some per cent.
  // They use the clusters of a grid that has clusters and no step tables, in the mode in which portals may be
  // used.
  bool by_clusters = false;
  // The shape of the walks. kSurface is that of the walks on the maps of the start and the goal: those between portals are stored
  // as turning points, unless their map is changed. The shapes over cells are those of all walks in full over grids and
  // volumes (kAnyAngle is kSmoothed), and kSmoothed of those through the water and air of scenes; other walks then have turning
  // points. Costs stay those of the walks found. A walk of more than 1,000,000 cells keeps its turning points in kEveryCell.
  RouteShape shape = RouteShape::kSurface;
  // Stretches of only this many maps come with points, from the start on, the others with their ends; 0: all.
  uint32_t maps_in_full = 0;
  uint32_t max_expansions = 1'000'000;  // [search nodes, 1-100M, 1M] of each search
  Deadline deadline;
};

// A walk over one map of the route, and the portal used at its end.
struct WorldStretch {
  WorldMapIndex map = WorldMapIndex(0);
  RouteAnswer walk;  // if its points were not asked for: its ends, lengths and cost, and no legs
  PortalId portal;   // none: the route ends here
};

struct WorldRouteAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  // kExpansionLimit, kDeadline or kCancelled with a complete route: a cheaper one may exist.
  RouteReason reason = RouteReason::kNone;
  RouteMethod method = RouteMethod::kNone;
  RouteBasis basis = RouteBasis::kNone;
  std::string explanation;
  std::vector<WorldStretch> stretches;  // empty if there is no route
  // If complete and walk-in portals teleport: the portal whose trigger the route enters at its end, and so
  // sets off; none if the route ends outside of triggers, or in one that it was in all along.
  PortalId sets_off;
  uint32_t goal_index = 0;
  double cost_m = 0;  // walks and portals
  double start_snap_m = -1;
  double goal_snap_m = -1;
  uint64_t expansions = 0;  // including label entries
  // Missing maps that the path would lead over, or to, if they were there, ascending; all missing maps if that was not
  // found out within the limits. Empty: the answer is the one that the whole world gives.
  std::vector<WorldMapIndex> missed_maps;
  std::vector<absl::Status> why_missed;  // of each of them, as WorldStore::WhyMissing
};

}  // namespace waystone
