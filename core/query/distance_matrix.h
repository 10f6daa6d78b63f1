// MeasureDistances: how far it is to walk from each of some places to each of others, without the ways.
//
//   DistanceQuery query;
//   query.sources = monsters;
//   query.targets = players;
//   WS_ASSIGN_OR_RETURN(const DistanceAnswer walks, MeasureDistances(view, query, workspace));
//   if (walks.statuses[i * players.size() + j] == DistanceStatus::kFound) Chase(walks.distance_m[...]);
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/query/snap.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"

namespace waystone {

struct DistanceQuery {
  std::vector<Vec3> sources;  // [m] absolute, finite; one or more
  std::vector<Vec3> targets;  // likewise
  SnapOptions snap;
  double max_distance_m = 0;            // [m, 0-1e7, 0 = no limit] what is farther counts as unreachable
  uint32_t max_expansions = 1'000'000;  // [search nodes, 1-100M, 1M] of each source
  Deadline deadline;
};

enum class DistanceStatus : uint8_t {
  kFound = 1,
  kUnreachable = 2,    // no way, or only longer ones than max_distance_m
  kSourceOffMesh = 3,  // no surface within the snap limits of the source
  kTargetOffMesh = 4,
  kLimitReached = 5,  // max_expansions, the deadline or a cancellation came first
};

struct DistanceAnswer {
  // [m] Of source i and target j at [i * targets + j]: what PlanRoute's cost_m is, the horizontal length
  // walked plus the costs of links; -1 where it is not kFound.
  std::vector<double> distance_m;
  std::vector<DistanceStatus> statuses;
  uint64_t expansions = 0;  // of all searches
};

// Every distance that is found is that of a way that exists: up to kExactUpTo_m, and on maps without a
// hierarchy, of the cheapest one, to rounding; farther ones are up to some per cent more
// (docs/navmesh_routing.md). The zones are asked first, so that unreachable targets cost no search. The
// others are measured by the hierarchy (hierarchy_distances.h), one climb for each source and each target.
// Near ones, or all where there is no hierarchy, are searched one by one, the nearest first; where that costs
// much, a flood (distance_flood.h) measures many of them at once. On waypoints: waypoint_distances.h.
//
// InvalidArgument where a list is empty, or a field not finite or out of its range (the message begins with
// its name). Everything else is an answer; what is known when the deadline passes is kept. O(sources x
// targets) look-ups, and the searches. The workspace is reused between calls; one thread at a time.
absl::StatusOr<DistanceAnswer> MeasureDistances(const MapView& map, const DistanceQuery& query,
                                                Workspace& workspace);

}  // namespace waystone
