// Bringing a position onto a free cell of a grid.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/scratch.h"
#include "core/grid/grid_path.h"
#include "core/navmesh/surface_queries.h"
#include "core/surface/map_view.h"
#include "core/surface/snap.h"

namespace waystone {

// The free cell whose square is nearest to a map-local position in the plane, of those at most `radius_m`
// away; of equals the one of least id. `row_words`: bits by rows of that map's shape, 1 is free.
// O(rows within the radius, times words scanned in each).
std::optional<Cell> NearestFreeCell(const GridView& map, const uint64_t* row_words, const Vec3& position,
                                    double radius_m);

// The place of the cell for a position: the position itself if it lies in the cell, else the nearest place
// that lies in it, a thousandth of its side off its outline. GridView::CellAt of the place is the cell.
Vec3 PlaceInCell(const GridView& map, Cell cell, const Vec3& position);

// As Snap, over the free cells of `ground`; distances are those to the squares of cells. The polygon is one
// of the map's rectangles; none in cells that the map has blocked. REQUIRES: the map has a grid, that of
// `ground`.
SnapResult SnapToGrid(const MapView& map, const GridGround& ground, const Vec3& position,
                      const SnapOptions& options, SurfaceWorkspace& scratch);

// As SnapAll and SnapMutually, over the free cells of `ground`. Paths over grids can be walked back, so
// ground is a set of cells that lead to each other; it is searched with the changes applied.
SnappedStops SnapAllToGrid(const MapView& map, const GridGround& ground, const RouteStops<Vec3>& positions,
                           const SnapOptions& options, const Deadline& deadline, SurfaceWorkspace& scratch);
SnappedStops SnapMutuallyToGrid(const MapView& map, const GridGround& ground,
                                const RouteStops<Vec3>& positions, const SnapOptions& options,
                                const Deadline& deadline, Scratch& scratch);

}  // namespace waystone
