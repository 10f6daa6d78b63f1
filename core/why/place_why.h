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

// The path to each of the places from the first anchor, or, if there is none, from the main ground that is nearest to the place (on grids, to
// the first place), with what would have to change. If one cannot return from a place, the path leads from it. A path has no fixes if
// the deadline passed, or nothing was found. The view has zones. O(polygons + places * log); on grids O(cells).
std::vector<MendedPath> ExplainPlaces(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch);

}  // namespace waystone
