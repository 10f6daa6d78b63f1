// What a request's changes make of a map's skeleton.
#pragma once

#include <memory>

#include "absl/status/statusor.h"
#include "core/explore/arc_walks.h"
#include "core/skeleton/skeleton_changes.h"
#include "core/surface/map_view.h"

namespace waystone {

// The arcs that are closed or have another walk, and arcs added so that
//  - key points on either side of closed ones are joined by a path of at most MostCost_m of the arcs between,
//    if these are not longer than kBridge_m together;
//  - open key points that can walk to each other and back over the surface, can over the skeleton.
// `baked` is the map as baked. Kept with the changed surface (SearchSurface::Kept) if there is one.
// DeadlineExceeded, Cancelled. REQUIRES: something is changed. O(key points + arcs + polygons, paths round what
// is closed).
inline constexpr double kBridge_m = 12;
absl::StatusOr<std::shared_ptr<const SkeletonChanges>> ChangeSkeleton(const MapView& baked, ArcWalks& walks);

}  // namespace waystone
