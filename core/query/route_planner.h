// PlanRoute: from a point to a point over one map.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"

namespace waystone {

// How far a position may lie from the surface and still count as standing on it.
struct SnapOptions {
  double radius_m = 2.0;     // [m, 0-100, 2] horizontally
  double max_above_m = 2.0;  // [m, 0-100, 2] the surface may lie this far above the position
  double max_below_m = 4.0;  // [m, 0-100, 4] the surface may lie this far below the position
};

struct RouteQuery {
  Vec3 start;  // [m] absolute, finite
  Vec3 goal;
  SnapOptions snap;
  uint32_t max_expansions = 1'000'000;  // [search nodes, 1-100M, 1M]
  bool allow_partial = true;            // return the way to the reachable point nearest to the goal
  Deadline deadline;
};

enum class RouteStatus : uint8_t {
  kComplete = 1,      // the route ends at the goal
  kPartial = 2,       // it ends at the closest point found; `reason` says why
  kUnreachable = 3,   // no route exists, and none was asked for in part
  kStartOffMesh = 4,  // no surface within the snap limits of the start
  kGoalOffMesh = 5,
  kLimitReached = 6,  // max_expansions or the deadline ended the search without any route
};

enum class RouteReason : uint8_t {
  kNone = 0,
  kGoalUnreachable = 1,
  kExpansionLimit = 2,
  kDeadline = 3,
  kCancelled = 4,
};

enum class RouteMethod : uint8_t { kNone = 0, kAnyAngle = 1 };

struct RouteAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  RouteReason reason = RouteReason::kNone;
  RouteMethod method = RouteMethod::kNone;
  std::vector<Vec3> points;   // [m] absolute, first = snapped start; empty where there is no route
  double length_m = 0;        // 3D length of `points`
  double plane_length_m = 0;  // horizontal length: what was minimised
  double start_snap_m =
      0;  // [m] distance from the given start to points.front(); to the nearest surface if off
  double goal_snap_m = 0;  // [m] distance from the given goal to its point on the surface
  double gap_m = 0;        // [m] partial: 3D distance from the last point to the goal's surface point
  uint32_t expansions = 0;
};

// Plans with the exact any-angle search. InvalidArgument where a field is not finite or out of its range (the
// message names it). Everything else is an answer. The workspace is reused between calls; one thread at a
// time.
absl::StatusOr<RouteAnswer> PlanRoute(const MapView& map, const RouteQuery& query, Workspace& workspace);

}  // namespace waystone
