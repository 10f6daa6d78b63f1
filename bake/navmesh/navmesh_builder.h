// Joins, orders and packs convex polygons into a runtime navmesh.
#pragma once

#include "absl/status/statusor.h"
#include "bake/navmesh/polygon_soup.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// Matches portal sides, splits sides so that each has one neighbour, welds the vertices of matched sides,
// orders polygons along a Hilbert curve, marks border vertices, fills the box tree and the area prefix. The
// result passes NavmeshView::Create. If a welded corner lies at another height than the surface, the surface
// keeps its own: the corner becomes a detail vertex of the polygon. Deterministic. O(n log n).
// InvalidArgument if a polygon is not convex or counter-clockwise, an index is out of range, a coordinate is
// not finite, or a limit of navmesh_format.h is exceeded; the message names the polygon.
absl::StatusOr<NavmeshData> BuildNavmesh(const PolygonSoup& soup);

}  // namespace waystone
