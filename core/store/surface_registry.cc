#include "core/store/surface_registry.h"

#include <utility>

#include "core/surface/grid/grid_surface.h"
#include "core/surface/waypoint/waypoint_surface.h"

namespace waystone {

std::unique_ptr<const SearchSurface> MakeSurface(SurfaceParts parts) {
  if (parts.grid != nullptr) return std::make_unique<GridSurface>(*parts.grid);
  if (parts.waypoints != nullptr) return std::make_unique<WaypointSurface>(*parts.waypoints);
  return std::make_unique<NavmeshSurface>(std::move(parts.indexes));
}

}  // namespace waystone
