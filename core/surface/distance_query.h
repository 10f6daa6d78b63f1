// The query and the answer of MeasureDistances.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"

namespace waystone {

struct DistanceQuery {
  std::vector<Vec3> sources;  // [m] absolute, finite; one or more
  std::vector<Vec3> targets;  // [m] absolute, finite; one or more
  SnapOptions snap;
  bool mutually_reachable = false;  // snap each pair to mutually reachable ground, as a route does
  double max_distance_m = 0;        // [m, 0-1e7, 0 = no limit] what is farther counts as unreachable
  // [search nodes, 1-100M, 1M] of each source, for every 256 targets that the zones know it to reach
  uint32_t max_expansions = 1'000'000;
  RouteChanges changes;  // as in a route
  Deadline deadline;
};

enum class DistanceStatus : uint8_t {
  kFound = 1,
  kUnreachable = 2,    // no path, or only paths longer than max_distance_m
  kSourceOffMesh = 3,  // no surface within the snap limits of the source
  kTargetOffMesh = 4,
  kLimitReached = 5,  // max_expansions, the deadline or a cancellation came first
};

struct DistanceAnswer {
  // [m] From source i to target j at [i * targets + j]; -1 if it is not kFound.
  std::vector<double> distance_m;
  std::vector<DistanceStatus> statuses;
  uint64_t expansions = 0;  // of all searches
};

}  // namespace waystone
