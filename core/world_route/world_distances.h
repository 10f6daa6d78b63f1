// MeasureDistances over maps: what routes through portals cost, many to many.
#pragma once

#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/store/world_store.h"
#include "core/surface/distance_query.h"
#include "core/surface/world_query.h"

namespace waystone {

struct WorldDistanceQuery {
  std::vector<WorldPosition> sources;
  std::vector<WorldPosition> targets;
  // Of each distance by itself; its start, goals, `via`, shape and limit of length do not matter.
  WorldRouteQuery route;
  double max_distance_m = 0;  // [m, 0 = no limit] what is farther counts as unreachable
};

struct WorldDistanceAnswer : DistanceAnswer {
  std::vector<WorldMapIndex> missed_maps;  // of all pairs, as in WorldRouteAnswer
  std::vector<absl::Status> why_missed;    // likewise
};

// From each source to each target what PlanWorldRoute's route costs, to rounding. The walks to the exits are searched once
// for each source, those from the arrivals once for each target, and then the portals for each pair; a pair on one map takes
// a search of its own besides. Places on missing maps, and what leads through them only, are unreachable. Errors as
// PlanWorldRoute.
absl::StatusOr<WorldDistanceAnswer> MeasureWorldDistances(WorldStore& store, const WorldDistanceQuery& query,
                                                          Scratch& scratch);

}  // namespace waystone
