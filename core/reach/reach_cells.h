// The lattice through which Reach sees a map.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/deadline_poll.h"
#include "core/base/scratch.h"
#include "core/geom/aabb.h"
#include "core/surface/map_view.h"

namespace waystone {

// A cell of one floor, and the place that stands for it.
struct ReachCell {
  int32_t column = 0;
  int32_t row = 0;
  NavLocation place;
};

// [m] Smaller cells are asked for by nobody, and too many to count.
inline constexpr double kLeastCell_m = 0.05;

// Where the lattice lies. Map-local.
struct ReachLattice {
  Vec3 corner;        // of cell (0, 0)
  double cell_m = 0;  // [m, kLeastCell_m-1e4] 0: the surface has nodes, not ground
};

// The cell that a place lies in. REQUIRES: the lattice has cells.
ReachCell CellAt(const ReachLattice& lattice, const NavLocation& place);

// The cells of a map's surface in a box, by row, column and height; those of polygons for which `is_wanted` is true. Places of
// a polygon in one cell whose heights differ by less than `floor_m` are one: the one nearest to the cell's middle. Nothing, if
// they are more than `max_cells`; what there is so far, if the poll is late. O(polygons in the box + cells log cells).
std::optional<std::vector<ReachCell>> CellsOf(const MapView& map, const ReachLattice& lattice,
                                              const Aabb& box, double floor_m, size_t max_cells,
                                              const std::function<bool(PolyId)>& is_wanted,
                                              DeadlinePoll& poll);

// The same of a surface without ground: cubes, of which a place is free.
std::optional<std::vector<ReachCell>> CubesOf(const MapView& map, const ReachLattice& lattice,
                                              const Aabb& box, size_t max_cells, Scratch& scratch,
                                              DeadlinePoll& poll);

}  // namespace waystone
