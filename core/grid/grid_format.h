// A grid as stored in a package. docs/grids.md draws it.
#pragma once

#include <cstdint>
#include <type_traits>

namespace waystone {

inline constexpr uint32_t kMaxGridAreas = 64;
// The cost of a cell of path over an area.
inline constexpr double kMinCellSize_m = 0.01;
inline constexpr double kMaxCellSize_m = 100;
inline constexpr double kMinAreaCost = 0.01;
inline constexpr double kMaxAreaCost = 1000;

struct GridHeader {
  uint32_t columns;      // [cells, 1-kMaxGridSide] along x
  uint32_t rows;         // [cells, 1-kMaxGridSide] along z
  uint64_t free_count;   // [cells]
  double cell_size_m;    // [m, 0.01-100] side of a cell
  double corner_x_m;     // [m] map-local, of the corner of cell (0, 0)
  double height_m;       // [m] map-local, of all cells
  double corner_z_m;     // [m] map-local
  uint32_t reserved[4];  // zero
  float area_cost[64];   // [per cell of path, 0.01-1000] by area; 1 if the area has no cells
};
static_assert(sizeof(GridHeader) == 320 && std::is_trivially_copyable_v<GridHeader>);

// How many baked jumps a cell has: one for each direction, by the bit numbers of DirectionSet.
inline constexpr uint32_t kJumpsPerCell = 8;

// Which of 64 cells, by cell id, have bounds.
struct BoundWord {
  uint64_t cells;
  uint32_t first;  // the number of cells before these that have bounds
  uint32_t reserved;
};
static_assert(sizeof(BoundWord) == 16 && std::is_trivially_copyable_v<BoundWord>);

// Eight strips of columns, each cut into eight regions by rows, with about as many free cells each. A strip
// ends before its column_end, its region i before row_end[strip * 8 + i]; cells after the last end belong to
// the last.
struct BoundRegions {
  uint16_t column_end[8];
  uint16_t row_end[64];
};
static_assert(sizeof(BoundRegions) == 144 && std::is_trivially_copyable_v<BoundRegions>);

// The goals to which a shortest path begins in one direction lie within the cells [left, right] x [top,
// bottom], and in a region whose bit is set.
struct CellBound {
  uint16_t left;
  uint16_t top;
  uint16_t right;
  uint16_t bottom;
  uint64_t regions;
};
static_assert(sizeof(CellBound) == 16 && std::is_trivially_copyable_v<CellBound>);

}  // namespace waystone
