// Why one does not get to places.
#pragma once

#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/scratch.h"
#include "core/geom/vec.h"
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
  Deadline deadline;
};

// What would have to change so that one got to each of the places, from the first anchor, or from the main zone; and back from
// those of no return. Empty from the deadline on, and where nothing was found. The view has zones. O(polygons + places * log).
std::vector<std::vector<Fix>> ExplainPlaces(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch);

}  // namespace waystone
