// The grid of a map whose surface is a grid.
#pragma once

#include "core/grid/grid_view.h"
#include "core/surface/map_view.h"
#include "core/surface/search_surface.h"

namespace waystone {

// A surface that knows its grid, which must outlive it.
class SurfaceOverGrid : public SearchSurface {
 public:
  explicit SurfaceOverGrid(const GridView& grid) : grid_(grid) {}

  const GridView& grid() const { return grid_; }

 private:
  const GridView& grid_;
};

// Null if the map's surface is of another kind.
inline const GridView* FindGrid(const MapView& map) {
  const auto* const surface = dynamic_cast<const SurfaceOverGrid*>(map.surface);
  return surface == nullptr ? nullptr : &surface->grid();
}

// REQUIRES: the map is a grid.
inline const GridView& GridOf(const MapView& map) {
  return static_cast<const SurfaceOverGrid&>(*map.surface).grid();
}

}  // namespace waystone
