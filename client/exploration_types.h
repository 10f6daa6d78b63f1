// Explorations: walks over all of a map that can be reached (types.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "client/changes.h"
#include "client/request_types.h"
#include "core/geom/vec.h"

namespace waystone::client {

// The order of an exploration walk.
enum class WalkOrder : int {
  kBreadthFirst = 1,  // the nearest unvisited in hops
  kDepthFirst = 2,    // to the end of a branch before the next
  kPocketFirst = 3,   // the smallest pocket first
  kShortest = 4,      // the shortest that the server finds in time
};

// A walk over all of a map that the start can reach.
struct ExploreRequest {
  Location start;
  Agent agent = {};
  SnapOptions snap = {};
  WalkOrder order = WalkOrder::kShortest;
  double coverage = 1;                 // [share, 0-1, 1] of the key points that the start can reach
  uint32_t search_budget_ms = 0;       // [ms, 1-60,000, 0 = 1000] to look for a better walk
  double max_length_m = 0;             // [m, 0-1e7, 0 = no limit] of each walk
  double max_walk_time_s = 0;          // [s, 0-1e6, 0 = no limit] of each walk at speed_mps
  double speed_mps = 0;                // [m/s, 0-1000, 0]
  std::vector<uint32_t> visited = {};  // key points, by id in the generation pinned; 1,000,000 by default
  uint32_t walkers = 1;                // [walkers, 1-64, 1] one route each
  bool return_to_start = false;        // where arcs allow it
  double max_join_m = 0;               // [m, 0-1000, 0 = no limit] walking distance to the first key point
  std::optional<Vec2> movement = {};   // a first key point in this direction is preferred
  double sight_radius_m = 0;           // [m, 0-1000, 0] also measure the ground seen within it
  uint32_t max_expansions = 0;  // [search nodes, 1-100,000,000, 0 = the server's default] to the first one
  bool complete_only = false;   // no walk that does not reach the coverage
  RouteShape shape = RouteShape::kSurface;
  bool with_polys = false;
  Changes changes = {};  // links closed by name or id; others are not served yet
  std::vector<MapGeneration> pinned = {};
};

enum class ExplorationEnd : int {
  kNone = 0,          // the walk could not begin
  kCovered = 1,       // the coverage asked for is reached
  kSearchBudget = 2,  // the time to search was over first
  kWalkLimit = 3,     // the walk would have grown too long
  kStranded = 4,      // one-way arcs keep the walk from what remains
};

// How an exploration ended.
struct ExplorationReport {
  ExplorationEnd end = ExplorationEnd::kNone;
  double coverage = 0;         // [share] of the key points that the start can reach
  double ground_coverage = 0;  // [share] of the ground, seen within sight_radius_m
  double lower_bound_m = 0;    // no such walk with the same coverage is shorter
  uint32_t reachable_key_points = 0;
  uint32_t key_points = 0;             // of the map
  uint32_t unjoinable_key_points = 0;  // that no single walk visits with all the others
  uint32_t cycle_rank = 0;             // independent loops among those that can be reached
};

}  // namespace waystone::client
