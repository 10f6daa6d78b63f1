// The walks between the portals of a grid.
#pragma once

#include <span>

#include "bake/world/portal_walks.h"
#include "core/grid/grid_view.h"
#include "core/world/grid_portals.h"

namespace waystone {

// As all who walk there do.
struct BakedGrid {
  WalksByMode walks;
  GridPortalsData portals;
};

// BakePortals of a grid. REQUIRES: triggers and arrivals are free cells.
BakedGrid BakeGridPortals(const GridView& grid, std::span<const MapExit> exits,
                          std::span<const PlacedPoint> arrivals, bool has_tables);

}  // namespace waystone
