// What requests of several kinds have in common (types.h).
#pragma once

#include <string>
#include <vector>

#include "core/geom/vec.h"

namespace waystone::client {

// A point on a map. An empty map_id means the batch's.
struct Position {
  std::string map_id;
  Vec3 at;
};

// A place to start from or to go to: a point, or where `name` is given the place that the map, or without a
// map_id the world, has that name for.
struct Location {
  std::string map_id;
  Vec3 at;
  std::string name = {};
};

// Who walks. Empty: the map's first profile, walking only. In a batch, empty means the batch's.
struct Agent {
  std::string profile;
  std::vector<std::string> abilities;  // kinds of links it may use
  double min_clearance_m = 0;          // [m, 0-100, 0] from borders, beyond the profile's radius
};

// The package an answer came from, or may only come from.
struct MapGeneration {
  std::string map_id;
  std::string generation;  // content hash, hexadecimal
};

// How far from the surface a position may lie.
struct SnapOptions {
  double radius_m = 2;     // [m, 0-100, 2] horizontally
  double max_above_m = 2;  // [m, 0-100, 2] the surface may lie this far above the position
  double max_below_m = 4;  // [m, 0-100, 4] and this far below
};

// Which points a route has.
enum class RouteShape : int {
  kTurningPoints = 1,  // the taut line
  kDistanceOnly = 2,   // none: lengths and status only
  // Of grids only. No line over a grid cuts a corner; the last two of these touch corners.
  kEveryCell = 3,  // the middles of all cells
  kSmoothed = 4,   // the way found pulled taut; it may touch corners of what is blocked
  kAnyAngle = 5,   // the shortest line free of the raster
  kSurface = 6,    // turning points, and on meshes places between them where the ground needs them
};

// How a route is found.
enum class RouteMethod : int {
  kNone = 0,
  kAnyAngle = 1,
  kHierarchy = 2,
  kPortalPoints = 3,
  kClusters = 4,
  kPortalTables = 5,
  kStraightLine = 6,
  kGridAstar = 7,
  kGridJps = 8,
  kGridJpsPlus = 9,
  kGridBounded = 10,
  kTrunk = 11,
  kWaypoints = 12,
  kSkeleton = 13,
  kScenes = 14,
};

}  // namespace waystone::client
