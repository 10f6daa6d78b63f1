// The scratch memory of one worker, reused from query to query.
#pragma once

#include <cstdint>
#include <vector>

#include "core/clusters/cluster_route.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_shape.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/trigger_bits.h"
#include "core/navmesh/any_angle_search.h"
#include "core/navmesh/closest_poly.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/hierarchy_route.h"
#include "core/navmesh/portal_point_search.h"
#include "core/navmesh/surface_queries.h"
#include "core/query/grid_ground.h"
#include "core/query/ground_line.h"
#include "core/query/move_walk.h"
#include "core/query/speed_budget.h"
#include "core/query/trigger_entry.h"
#include "core/waypoint/waypoint_search.h"
#include "core/world/portal_search.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// Owned by one worker; never shared between threads. Works for any number of maps in turn and grows to the
// largest query seen.
struct Workspace {
  AnyAngleWorkspace any_angle;
  HierarchyWorkspace hierarchy;
  ClusterWorkspace clusters;
  DistanceFlood distances;
  Exclusions exclusions;
  PortalPointWorkspace portal_points;
  WaypointWorkspace waypoints;
  SurfaceWorkspace surface;
  GroundLineWorkspace ground_line;
  ReachWorkspace reach;
  ClosestPolySearch closest_poly;
  SpeedWorkspace speed;
  GridWorkspace grid;
  GridGroundCache grid_ground;
  GridPath grid_path;
  WaySmoother grid_smoother;
  std::vector<uint64_t> grid_reached;  // FloodGrid
  TriggerBits trigger_bits;
  PortalSearch portal_search;
  std::vector<PortalHead> portal_heads;
  std::vector<PortalTail> portal_tails;
  std::vector<TriggerEntry> trigger_entries;  // by exit of the start's map
  WalkWorkspace walk;
  AnyAngleResult walk_route;  // of a straight piece of a walk
  std::vector<Vec3> walk_line;
};

}  // namespace waystone
