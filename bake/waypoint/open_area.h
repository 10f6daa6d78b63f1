// Waypoints over ground that has one terrain and nothing in the way.
#pragma once

#include <cstdint>

#include "bake/import/waypoint_graph.h"
#include "core/geom/vec.h"

namespace waystone {

// A level rectangle of cells, all free and alike.
struct OpenArea {
  Vec3 corner;  // [m] of the cell (0, 0): least x and z, and the height of all
  double cell_size_m = 1;
  uint32_t columns = 0;  // along x
  uint32_t rows = 0;     // along z
};

// Covers the area by a lattice of waypoints whose links lead both ways to the eight neighbours: a node in the
// middle of each of equal blocks of at most `spacing_m` (> 0) a side, with a radius of half of its shorter
// side, so that nothing reaches beyond the area. Every place of the area is nearer to a link or
// to the ground of a node than half of a block's longer side. Ids by rows from (0, 0). The spacing grows
// where there would be more than kMaxWaypointNodes / 4 nodes. REQUIRES: a cell or more.
WaypointGraph WaypointsOfOpenArea(const OpenArea& area, double spacing_m);

}  // namespace waystone
