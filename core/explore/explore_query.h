// The query and the answer of ExploreRoute.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/skeleton/explore.h"
#include "core/surface/route_changes.h"
#include "core/surface/route_query.h"
#include "core/surface/snap.h"

namespace waystone {

struct ExplorationQuery {
  Vec3 start;  // [m] absolute, finite
  SnapOptions snap;
  WalkOrder order = WalkOrder::kShortest;
  double coverage = 1;            // [share, 0-1, 1] of the key points that the first one can reach
  std::vector<uint32_t> visited;  // key points that need not be visited, by id; any order, may repeat
  RouteChanges changes;
  uint32_t walkers = 1;          // [walkers, 1-64, 1] each begins at the start
  bool return_to_start = false;  // if arcs allow it
  double max_length_m = 0;       // [m, 0-1e7, 0 = no limit] of each walk, from the start given on
  double max_join_m = 0;         // [m, 0-1000, 0 = no limit] walking distance to the first key point
  // A first key point in this direction is preferred (kMovementDetour_m); not zero.
  std::optional<Vec2> movement;
  double sight_radius_m = 0;                      // [m, 0-1000, 0] measures ground_coverage
  std::chrono::milliseconds search_budget{1000};  // [ms, 1-60,000, 1000] for the order of the key points
  uint32_t max_expansions = 1'000'000;  // [search nodes, 1-100M, 1M] for the path to the first key point
  bool allow_partial = true;            // also return walks that do not reach `coverage`
  RouteShape shape = RouteShape::kSurface;
  bool with_polys = false;  // fill RouteAnswer::polys
  Deadline deadline;
};

// One walker's path.
struct ExplorationWalk {
  RouteAnswer route;                 // its points, legs, polygons, lengths and cost
  std::vector<uint32_t> key_points;  // in the order walked; repeated if walked over again
};

struct ExplorationAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  RouteReason reason = RouteReason::kNone;
  RouteBasis basis = RouteBasis::kNone;
  std::string explanation;             // a sentence if the status is neither complete nor off the mesh
  std::vector<ExplorationWalk> walks;  // one for each walker; empty if there is none
  std::optional<ExploreEnd> end;       // none if the walk could not begin
  double coverage = 0;                 // [share] as ExploreAnswer, less what max_length_m cut off
  double ground_coverage = 0;          // [share] if sight_radius_m is set (SeenShare)
  double lower_bound_m = 0;  // as in ExploreAnswer, from the first key point on, for the visited ones
  uint32_t reachable_key_points = 0;
  uint32_t unjoinable_key_points = 0;
  uint32_t cycle_rank = 0;
  double start_snap_m = -1;  // as in RouteAnswer
  uint32_t expansions = 0;
};

}  // namespace waystone
