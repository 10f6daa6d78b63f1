// The free cells of a grid as a navigation mesh of rectangles, which placing, checking and drawing work on.
#pragma once

#include "absl/status/statusor.h"
#include "bake/import/grid_cells.h"
#include "bake/navmesh/polygon_soup.h"
#include "core/geom/vec.h"

namespace waystone {

// More rectangles than this take more than 8 GB while they are joined.
inline constexpr uint32_t kMaxGridPolygons = 16'000'000;

// The rectangles of CoverCells, relative to `map_origin`, each with a corner wherever one of another
// rectangle touches it. So all sides are shared whole: two rectangles share a side exactly if a cell of one
// lies beside a cell of the other. ResourceExhausted above kMaxGridPolygons. O(cells).
absl::StatusOr<PolygonSoup> SoupOfCells(const GridCells& cells, const Vec3& map_origin, double max_climb_m);

}  // namespace waystone
