// Why positions are no good places.
#pragma once

#include <cstdint>
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

struct PlaceWhyQuery {
  std::span<const Vec3> positions;        // [m] absolute
  std::span<const PlaceReason> verdicts;  // of each
  std::span<const Vec3> anchors;          // [m] absolute; empty: the main zone
  SnapOptions snap;
  size_t most = 1000;  // positions that are explained
  Deadline deadline;
};

struct PlaceWhy {
  uint32_t index = 0;  // of the position
  std::vector<Fix> fixes;
};

// What would have to change so that one got to positions that are off the mesh, isolated or unreachable, from the first
// anchor, or from the main zone; and back from those of no return. In their order. The view has zones. O(polygons + positions *
// log).
std::vector<PlaceWhy> ExplainPlaces(const MapView& map, const PlaceWhyQuery& query, Scratch& scratch);

}  // namespace waystone
