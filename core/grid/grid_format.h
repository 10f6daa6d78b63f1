// A grid as it lies in a package. docs/grids.md draws it.
#pragma once

#include <cstdint>
#include <type_traits>

namespace waystone {

inline constexpr uint32_t kMaxGridAreas = 64;
// What a cell of way over an area may cost.
inline constexpr double kMinAreaCost = 0.01;
inline constexpr double kMaxAreaCost = 1000;

struct GridHeader {
  uint32_t columns;      // [cells, 1-kMaxGridSide] along x
  uint32_t rows;         // [cells, 1-kMaxGridSide] along z
  uint64_t free_count;   // [cells]
  double cell_size_m;    // [m, > 0] side of a cell
  double corner_x_m;     // [m] map-local, of the corner of cell (0, 0)
  double height_m;       // [m] map-local, of all cells
  double corner_z_m;     // [m] map-local
  uint32_t reserved[4];  // zero
  float area_cost[64];   // [per cell of way, 0.01-1000] by area; 1 where the area has no cells
};
static_assert(sizeof(GridHeader) == 320 && std::is_trivially_copyable_v<GridHeader>);

}  // namespace waystone
