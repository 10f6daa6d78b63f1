// From a place to the skeleton: the key point that a walk over the map begins with (S0.8).
#pragma once

#include <optional>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/navmesh/distance_flood.h"
#include "core/navmesh/exclusions.h"
#include "core/path/search_outcome.h"
#include "core/store/map_view.h"

namespace waystone {

// [m] How much farther to walk than to the nearest key point one may be that lies in the direction of
// movement.
inline constexpr double kMovementDetour_m = 5;
// Cosine of the angle up to which a place lies in that direction: 60 degrees.
inline constexpr double kMovementCosine = 0.5;

struct JoinOptions {
  double max_join_m = 0;              // [m, >= 0, 0 = no limit] walking distance
  std::optional<Vec2> movement = {};  // not zero
  uint32_t max_expansions = 1000000;  // [search nodes]
  Deadline deadline = {};
};

struct SkeletonJoin {
  KeyPointId key_point;                           // none where none was found
  SearchOutcome end = SearchOutcome::kExhausted;  // kExhausted: the search was not cut short
  bool can_reach_none = false;                    // however far one walks
  uint32_t expansions = 0;
};

// The key point nearest to walk to, as the flood of distances measures it (distance_flood.h: over the surface
// and the links that the view's abilities may use), not through walls or floors; of equals the lowest id.
// With a movement: the nearest of those whose direction from the start, straight and in the plane, is within
// 60 degrees of it, where one is at most kMovementDetour_m farther to walk. Where a limit cut the search
// short the nearest of what it had reached, if anything. On maps of waypoints: the node with the cheapest
// path from the start, which may leave a link that leads both ways at either end; of equals the lowest id of
// the source. REQUIRES: the view has a skeleton. O(ground nearer than the key point), on maps of waypoints
// O(nodes).
SkeletonJoin FindJoin(const MapView& map, const NavLocation& start, const JoinOptions& options,
                      const Exclusions* exclusions, Scratch& scratch);

}  // namespace waystone
