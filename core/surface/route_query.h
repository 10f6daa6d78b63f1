// The query and the answer of PlanRoute.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/navmesh/link_view.h"
#include "core/surface/route_changes.h"
#include "core/surface/snap.h"

namespace waystone {

// Which points a route has.
enum class RouteShape : uint8_t {
  kTurningPoints = 1,  // start, every turning point, end: the taut line
  kSurface = 2,        // and places between them that keep the line within kGroundTolerance_m of the ground
  // The next ones are for grids, where the last two differ, and for volumes, where both pull the path over voxels
  // taut. All lines over grids keep clear of blocked cells; the last two may
  // touch their corners.
  kEveryCell = 3,  // start, the middles of all cells between, end
  // If all cells cost the same, the path found pulled taut: no line that passes the obstacles on the same
  // sides is shorter. Otherwise turning points, fewer if a straight line leads on and costs no more.
  kSmoothed = 4,
  // The shortest line that is free of the raster, by the exact search, if nothing is changed and all cells
  // cost the same. Otherwise, and if a limit comes before it is found, kSmoothed.
  kAnyAngle = 5,
};
inline constexpr double kGroundTolerance_m = 0.25;

constexpr bool IsSmoothed(RouteShape shape) {
  return shape == RouteShape::kSmoothed || shape == RouteShape::kAnyAngle;
}
// One of those for grids and volumes.
constexpr bool IsOverCells(RouteShape shape) { return shape == RouteShape::kEveryCell || IsSmoothed(shape); }

// How a route was found.
enum class RouteMethod : uint8_t {
  kNone = 0,
  kAnyAngle = 1,
  kHierarchy = 2,
  kEdgePoints = 3,
  kClusters = 4,
  // Over the cells of grids (GridMethod).
  kStraightLine = 6,
  kGridAStar = 7,
  kGridJps = 8,
  kGridJpsPlus = 9,
  kGridBounded = 10,
  kTrunk = 11,
  kHubLabels = 14,
  kWaypoints = 12,
  kVoxelJumps = 15,
  // Over scenes in three dimensions: the exact search, and the seed's order of heights (S3.4).
  kScenes = 16,
  kRiseFirst = 17,
  kRiseLast = 18,
  kPortalTables = 13,  // over maps: stored walks between portals, joined with head and tail
};

struct RouteQuery {
  Vec3 start;               // [m] absolute, finite
  std::vector<Vec3> goals;  // one, or several of which the cheapest to get to wins
  std::vector<Vec3> via;    // places to pass, in this order
  SnapOptions snap;
  bool mutually_reachable = false;      // snap to mutually reachable ground (SnapMutually)
  uint32_t max_expansions = 1'000'000;  // [search nodes, 1-100M, 1M]
  // [factor, 1-2, 0 = the planner's choice] how much more than the cheapest route the answer may cost; 1 asks
  // for the exact search. Searches over area costs or with clearance (RouteChanges::IsWeighted) ignore it. On
  // grids the planner's choice is exact, and more than 1 allows trunks and clusters
  double max_length_ratio = 0;
  double max_length_m = 0;  // [m, 0-1e7, 0 = no limit] of RouteAnswer::length_m
  // How to find it; kNone: the planner's choice. On meshes kAnyAngle is the exact search, kEdgePoints the
  // one over changed costs or with clearance, kHierarchy and kClusters may be asked for if they were baked
  // and nothing is changed (and the search still answers if they have no answer). On grids all from
  // kGridAStar on, kHubLabels and kClusters, as far as PickMethod (core/grid/grid_search.h) allows them.
  RouteMethod method = RouteMethod::kNone;
  bool allow_partial = true;  // return the path to the reachable point nearest to the goal
  RouteShape shape = RouteShape::kSurface;
  // On maps of scenes: a start in a closed scene that the goal is not in is first moved to a mouth.
  bool teleports_to_mouths = false;
  bool with_polys = false;  // fill RouteAnswer::polys
  RouteChanges changes;
  Deadline deadline;
};

enum class RouteStatus : uint8_t {
  kComplete = 1,        // the route ends at the goal
  kPartial = 2,         // it ends at the closest point found; `reason` says why
  kUnreachable = 3,     // no route exists, and no partial one was asked for
  kStartOffMesh = 4,    // no surface within the snap limits of the start
  kGoalOffMesh = 5,     // nor of any goal
  kViaOffMesh = 6,      // nor of a via point
  kLimitReached = 7,    // max_expansions, max_length_m or the deadline left no route of the kind asked for
  kBudgetExceeded = 8,  // over maps: money, tickets or requirements rule out every route
};

// Why a route is not complete; kExpansionLimit, kDeadline or kCancelled with a complete one: a shorter one
// may exist.
enum class RouteReason : uint8_t {
  kNone = 0,
  kGoalUnreachable = 1,
  kExpansionLimit = 2,
  kDeadline = 3,
  kCancelled = 4,
  kAbilityMissing = 5,   // unreachable, but not for an agent with all abilities that links of the map need
  kIsolated = 6,         // unreachable, and start or goal lies on ground that belongs to no zone
  kLengthLimit = 7,      // longer than max_length_m
  kClosedByChanges = 8,  // reachable on the map as baked, but not with the changes of the query
  kBudget = 9,           // over maps: money, tickets or requirements are short
  kMapMissing = 10,      // over maps: the package of a map on the path is missing or broken
  kClearance = 11,  // reachable, but no path was found that keeps min_clearance_m; nothing else is closed
};

// Something ended the search early: what it has not found may be there all the same.
constexpr bool IsLimit(RouteReason reason) {
  return reason == RouteReason::kExpansionLimit || reason == RouteReason::kDeadline ||
         reason == RouteReason::kCancelled;
}

// The basis of the verdict (complete, partial, unreachable).
enum class RouteBasis : uint8_t {
  kNone = 0,              // start or goal are off the mesh
  kSearch = 1,            // a search, or zones computed for this agent's abilities
  kBaked = 2,             // the zones of the package
  kIncompleteSearch = 3,  // a limit ended the search
  kBakedUntouched = 4,    // what was baked for the unchanged map, which touches nothing that is changed
};

// A stretch of a route that is walked, or a link.
struct RouteLeg {
  LinkKind kind = LinkKind::kWalk;
  std::optional<LinkId> link;  // none: walked over the surface
  std::string external_id;     // the source's name of the link; may be empty
  uint32_t first_point = 0;    // in RouteAnswer::points; consecutive legs share a point
  uint32_t point_count = 0;    // >= 2
  double length_m = 0;         // 3D
  double cost_m = 0;           // its share of RouteAnswer::cost_m
};

struct RouteAnswer {
  RouteStatus status = RouteStatus::kUnreachable;
  RouteReason reason = RouteReason::kNone;
  RouteMethod method = RouteMethod::kNone;
  RouteBasis basis = RouteBasis::kNone;
  // Unreachable: a sentence on what the zones know. If there are via points or several goals, it begins with
  // the place that the route could not reach ("via[1]: "), and then also says if a limit ended the search.
  std::string explanation;
  std::vector<Vec3> points;  // [m] absolute, first = snapped start; empty if there is no route
  // Of `points`, in order; a leg ends at each via point. A walk of no length is no leg, and one point.
  std::vector<RouteLeg> legs;
  std::vector<PolyId> polys;  // walked over, in order, if asked for
  uint32_t goal_index = 0;    // of the goal that the route leads to, or would lead to
  double length_m = 0;        // 3D length of `points`; links count as straight
  double plane_length_m = 0;  // horizontal length of the taut line; links count as straight
  // What was minimised: horizontal length walked, times the factors of the query's changes, plus costs of
  // links (LinkCost_m). Over cells: GridPath::cost in metres, from the middle of the first cell to that of
  // the last, whatever the shape.
  double cost_m = 0;
  // Complete, over cells: no route costs less than cost_m divided by this [factor, >= 1]. 0: nothing is
  // proven.
  double cost_ratio = 0;
  // [m] From the start given to points.front(), or to the nearest surface within kSnapReport_m if the start
  // is off the mesh; -1 if there is none.
  double start_snap_m = -1;
  double goal_snap_m = -1;  // [m] from that goal to its point on the surface, as start_snap_m
  // [m] Partial: 3D distance from the last point to the surface point of the goal, or of the via point that
  // the route could not reach.
  double gap_m = 0;
  uint32_t expansions = 0;
};

}  // namespace waystone
