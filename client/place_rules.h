// What a placement asks for: the task, and the rules that make a position good. Part of client/types.h.
//
// Positions lie on the map of the request.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/geom/vec.h"

namespace waystone::client {

// Regions are closed sets.
struct SphereRegion {
  Vec3 center;
  double radius_m = 0;  // [m, 0-1e6]
};

struct BoxRegion {
  Vec3 center;
  Vec3 half_m;         // [m, 0-1e6] half of its size along x, y and z
  double yaw_deg = 0;  // [degrees, -360..360, 0] turned about the y axis, from z towards x
};

// An upright prism over a simple polygon.
struct PrismRegion {
  std::vector<Vec2> corners;    // 3-1,024, either way round
  std::optional<double> min_y;  // [m] none: no floor
  std::optional<double> max_y;  // [m] none: no ceiling
};

// The neighbourhood of a line, such as a route.
struct BandRegion {
  std::vector<Vec3> line;   // 1-10,000 points by default
  double half_width_m = 0;  // [m, 0-10,000, 0] horizontally, at any height
};

// monostate: the whole map.
using PlaceRegion = std::variant<std::monostate, SphereRegion, BoxRegion, PrismRegion, BandRegion>;

// Which ground counts as reachable.
enum class Reachability : int {
  kDefault = 0,      // as kFromAndBack where there are zone labels, else as kAny; PlaceAnswer::basis tells
  kFromAndBack = 1,  // one can walk there from every anchor, and back
  kFrom = 2,         // one can walk there from every anchor
  kAny = 3,          // any surface at all
};

enum class DistanceMetric : int {
  kStraight = 1,  // in three dimensions
  kWalking = 2,   // the way one has to walk
};

struct PlaceSpacing {
  double between_m = 0;        // [m, 0-10,000, 0] between any two results
  double from_existing_m = 0;  // [m, 0-10,000, 0] between results and `existing`
  std::vector<Vec3> existing;  // at most 100,000 by default
  DistanceMetric metric = DistanceMetric::kStraight;
};

// To be seen from a point, or not.
struct SightRule {
  Vec3 point;
  bool hidden = false;
  double eye_height_m = 1.5;  // [m, 0-50, 1.5] above the position; what is looked at
};

struct AreaWeight {
  std::string area;   // the name in the map's manifest
  double weight = 1;  // [factor, 0 or 1e-6..1000, 1] per square metre; 0 excludes the area
};

// What a good position is. As it stands it asks for reachable ground, no more.
struct PlaceRules {
  PlaceRegion region;
  Reachability reachability = Reachability::kDefault;
  std::vector<Vec3> anchors;  // to be reachable from; at most 64; empty: the main zone
  double clearance_m = 0;     // [m, 0-1000, 0] from borders, beyond the profile's radius
  PlaceSpacing spacing;
  double min_walk_m = 0;                 // [m, 0-1e7, 0] from the nearest anchor
  double max_walk_m = 0;                 // [m, 0-1e7, 0 = no limit]
  std::vector<SightRule> sight;          // at most 64
  std::vector<AreaWeight> area_weights;  // areas not named have weight 1
};

// Shares positions out so that teams have equally far to walk.
struct PlaceFairness {
  std::vector<Vec3> teams;  // 2-64 places to start from
  double max_ratio = 1.1;   // [factor, 1-100, 1.1] the longest mean walk over the shortest, at most
};

// Draws positions, uniform by area. The same request on the same package gives the same positions.
struct ScatterTask {
  uint32_t count = 1;  // [positions, 1-100,000, 1]
  uint64_t seed = 0;
  std::optional<PlaceFairness> fairness = {};
};

// The nearest good position for each given one.
struct NearestTask {
  std::vector<Vec3> positions;  // 1-10,000 by default
  double max_distance_m = 50;   // [m, 0-10,000, 50]
};

// Whether each given position is good.
struct AuditTask {
  std::vector<Vec3> positions;  // 1-100,000 by default
  bool suggest = false;         // also the nearest good position, at most 50 m away
};

using PlaceTask = std::variant<ScatterTask, NearestTask, AuditTask>;

}  // namespace waystone::client
