// Why one does not get to places.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
#include "core/grid/grid_changes.h"
#include "core/placement/place_rules.h"
#include "core/surface/map_view.h"
#include "core/surface/snap.h"
#include "core/why/fix.h"

namespace waystone {

// A position that is out of reach (IsOutOfReach).
struct LostPlace {
  Vec3 position;  // [m] absolute
  PlaceReason verdict = PlaceReason::kOffMesh;
};

struct PlaceWhyQuery {
  std::vector<LostPlace> places;
  std::span<const Vec3> anchors;  // [m] absolute; empty: the main zone
  SnapOptions snap;
  const GridChanges* cells = nullptr;  // those that it opens are free; null: none
  Deadline deadline;
};

// The paths to each of the places from the first anchor, or from the main ground that is nearest to it, with what would have to change;
// of those of no return the paths back. No fixes from the deadline on, and where nothing was found. The view has zones. O(polygons + places * log).
std::vector<MendedPath> ExplainPlaces(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch);

}  // namespace waystone
