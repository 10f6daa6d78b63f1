// How much of the ground is seen on a walk.
#pragma once

#include <span>

#include "core/base/deadline.h"
#include "core/navmesh/exclusions.h"
#include "core/navmesh/navmesh_view.h"
#include "core/query/explore_query.h"
#include "core/store/map_view.h"

namespace waystone {

// The share, by horizontal area, of the ground that can be reached from `start` (over the surface and the
// links that the view's abilities may use) that is seen from the walks: from some place of them it is at most
// `radius_m` away, a straight walk over the surface leads there, and that ends no more than the agent's
// height above or below. Looked at from places of the walks radius_m / 8 apart, or a millionth of their
// length.
//
// An estimate from 4,096 places, one in each part of equal area; its standard error is at most 0.8 percentage
// points. Where the deadline passes, from those looked at until then, which lie all over the ground.
// REQUIRES: radius_m > 0. O(polygons + places of the walks x log + samples x places seen from).
double SeenShare(const MapView& map, PolyId start, const Exclusions* exclusions,
                 std::span<const ExplorationWalk> walks, double radius_m, const Deadline& deadline);

}  // namespace waystone
