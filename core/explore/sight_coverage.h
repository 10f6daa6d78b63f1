// How much of the ground a walk sees.
#pragma once

#include <span>

#include "core/base/deadline.h"
#include "core/explore/explore_query.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/free_ground.h"
#include "core/surface/map_view.h"

namespace waystone {

// The share, by horizontal area, of the ground that can be reached from `start` (over the surface and the
// links that the view's abilities may use) that is seen from the walks: it is at most `radius_m` from some
// place of them, and a straight walk over the surface leads there and ends at most the agent's height above
// or below.
//
// An estimate from 4,096 places of the ground, one in each part of equal area: its standard error is at most
// 0.8 percentage points. Each is looked at from places of the walks: those up to 4 m away are 0.25 m apart
// (for a radius of 2 m or less an eighth to a sixteenth of it), those farther away a sixteenth to an eighth
// of their distance, and none nearer to each other than a 200,000th of the length of all walks. Ground seen
// only from between them is missed, so the share is rather too small; ground seen with one radius is seen
// with all greater ones above 2 m. If the deadline passes, the estimate uses the part of the walks and the
// places looked at until then, which are spread over the ground; 0 if there are none. REQUIRES: radius_m > 0.
// O(polygons + places of the walks x log + samples x places seen from); at most 200,000 places of all walks,
// and their corners.
//
// In a space the share is by volume, of what is connected with the start, and FreeGround::Sees says what is seen.
double SeenShare(const MapView& map, PolyId start, const Exclusions* exclusions,
                 std::span<const ExplorationWalk> walks, double radius_m, const Deadline& deadline,
                 const FreeGround* space = nullptr);

}  // namespace waystone
