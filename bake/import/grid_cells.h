// A 2D map as cells, as an importer hands it over.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/geom/vec.h"
#include "core/grid/grid_format.h"
#include "core/map/map_manifest.h"

namespace waystone {

inline constexpr std::array<float, kMaxGridAreas> kEvenCosts = [] {
  std::array<float, kMaxGridAreas> costs{};
  for (float& cost : costs) cost = 1;
  return costs;
}();

struct GridCells {
  uint32_t columns = 0;  // [cells, 1-kMaxGridSide] along x
  uint32_t rows = 0;     // [cells, 1-kMaxGridSide] along z
  // Row by row: the area of each cell, 0 if it is blocked.
  std::vector<uint8_t> areas;
  std::vector<AreaType> area_types;  // every area above and those of the settings, by index
  std::array<float, kMaxGridAreas> area_cost = kEvenCosts;
  double cell_size_m = 1;  // [m]
  Vec3 origin;             // [m] absolute, the corner of cell (0, 0)
};

}  // namespace waystone
