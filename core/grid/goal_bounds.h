// Goal bounds (Rabin and Sturtevant: Combining Bounding Boxes and JPS to Prune Grid Pathfinding, 2016), kept
// at jump cells only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/grid/bit_grid.h"
#include "core/grid/grid_format.h"
#include "core/grid/grid_view.h"
#include "core/grid/jump_direction.h"
#include "core/grid/jump_table.h"

namespace waystone {

// The number of the cell's region, below 64.
inline uint32_t RegionOf(const BoundRegions& regions, Cell cell) {
  uint32_t strip = 0;
  while (strip < 7 && cell.column >= regions.column_end[strip]) ++strip;
  uint32_t region = 0;
  while (region < 7 && cell.row >= regions.row_end[strip * 8 + region]) ++region;
  return strip * 8 + region;
}

// Baked jumps without those that cannot lead to the goal. Does not own.
class BoundedJumps : public TableJumps {
 public:
  static constexpr bool kMayRefuse = true;

  // REQUIRES: the map has bounds.
  BoundedJumps(const GridView& map, GridSpot goal)
      : TableJumps(map.bits(), map.jumps().data(), goal),
        words_(map.bound_words().data()),
        bounds_(map.bounds().data()),
        goal_(CellOf(goal)),
        goal_region_(RegionOf(map.bound_regions(), goal_)) {}

  template <DirectionSet kDirection>
  DirectionSet TurnsAt(GridSpot spot) const {
    return WithinBounds(spot, TableJumps::TurnsAt<kDirection>(spot));
  }

  // Those of `directions` in which a shortest path to the goal may begin.
  DirectionSet WithinBounds(GridSpot spot, DirectionSet directions) const {
    const size_t id = size_t{spot.y - 1} * bits().columns + (spot.x - 1);
    const BoundWord& word = words_[id / 64];
    if ((word.cells >> (id % 64) & 1) == 0) return directions;
    const uint64_t before = word.cells & ((uint64_t{1} << (id % 64)) - 1);
    const CellBound* const bounds =
        bounds_ + (word.first + static_cast<size_t>(std::popcount(before))) * kJumpsPerCell;
    uint32_t within = 0;
    for (uint32_t left = directions; left != 0; left &= left - 1) {
      const CellBound& bound = bounds[std::countr_zero(left)];
      const bool has_goal = (bound.regions >> goal_region_ & 1) != 0 && goal_.column >= bound.left &&
                            goal_.column <= bound.right && goal_.row >= bound.top &&
                            goal_.row <= bound.bottom;
      within |= has_goal ? left & (~left + 1) : 0;
    }
    return static_cast<DirectionSet>(within);
  }

 private:
  const BoundWord* words_;
  const CellBound* bounds_;
  Cell goal_;
  uint32_t goal_region_;
};

}  // namespace waystone
