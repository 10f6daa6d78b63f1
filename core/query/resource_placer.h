// PlaceResource: positions where players can arrive.
#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/geom/vec.h"
#include "core/query/workspace.h"
#include "core/store/map_view.h"

namespace waystone {

struct PlaceQuery {
  uint32_t count = 1;  // [positions, 1-100,000, 1]
  uint64_t seed = 0;   // the same seed gives the same positions; fewer of them are the first of more
  Deadline deadline;
};

struct PlaceAnswer {
  std::vector<Vec3> positions;  // [m] absolute, on the surface
  std::vector<uint32_t> polys;  // PolyId of each
};

// Uniform by horizontal area over the whole surface. InvalidArgument where the count is out of its range,
// FailedPrecondition where the map has no surface, Unimplemented where it is no navmesh, DeadlineExceeded or
// Cancelled. O(count log polygons).
absl::StatusOr<PlaceAnswer> PlaceResource(const MapView& map, const PlaceQuery& query, Workspace& workspace);

}  // namespace waystone
