// Which kinds of surfaces there are: the one place that joins a kind to what is loaded of it.
#pragma once

#include <memory>
#include <vector>

#include "core/grid/grid_view.h"
#include "core/surface/navmesh/navmesh_surface.h"
#include "core/surface/search_surface.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// What one variant of a map has of its own, beside the polygons. Must outlive the surface.
struct SurfaceParts {
  const GridView* grid = nullptr;
  const WaypointView* waypoints = nullptr;
  std::vector<NavmeshIndexes> indexes;
};

std::unique_ptr<const SearchSurface> MakeSurface(SurfaceParts parts);

}  // namespace waystone
