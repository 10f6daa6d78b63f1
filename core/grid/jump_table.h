// Baked jumps (JPS+; Rabin and Silva: JPS+: An Extreme A* Speed Optimization, 2015; without cut corners).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "core/grid/bit_grid.h"
#include "core/grid/grid_format.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_direction.h"

namespace waystone {

// A grid's jumps: kJumpsPerCell per cell, by cell id. In a straight direction, d > 0 means that a path may
// turn after d cells; d <= 0 means that there is an obstacle after -d cells and no turn before it. In a
// diagonal one, d > 0 means that the cell after d cells has a straight jump to a turn; d <= 0 means that no
// such cell is within -d steps and then the diagonal is blocked. Blocked cells have zeros.
//
// SweepJumps calls visit(index, value) for all entries. It computes each value from entries visited before,
// which it reads from `jumps`: a visitor that stores bakes the table, one that compares checks it. Stops and
// returns false if visit returns false. O(cells).
template <typename Visit>
bool SweepJumps(const BitGrid& bits, const int16_t* jumps, const Visit& visit);

// Jumps that read the table. Does not own.
class TableJumps {
 public:
  static constexpr bool kMayRefuse = false;

  TableJumps(const BitGrid& bits, const int16_t* jumps, GridSpot goal)
      : bit_jumps_(bits, goal), jumps_(jumps), columns_(bits.columns), goal_(goal) {}

  const BitGrid& bits() const { return bit_jumps_.bits(); }

  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    const int32_t jump = At<kDirection>(from);
    if (kIsRow ? from.y == goal_.y : from.x == goal_.x) {
      const uint32_t ahead = StepsTo<kDirection>(from);
      if (ahead - 1 < static_cast<uint32_t>(std::abs(jump))) return {ahead, true};
    }
    return {static_cast<uint32_t>(jump > 0 ? jump : 0), jump > 0};
  }

  template <DirectionSet kDirection>
  uint32_t Diagonal(GridSpot from) const {
    const int32_t jump = At<kDirection>(from);
    const auto run = static_cast<uint32_t>(std::abs(jump));
    // Also stops where the run crosses the goal's row or column, as the goal may be in sight from there.
    uint32_t steps = jump > 0 ? run : ~uint32_t{0};
    const uint32_t to_column = StepsTo<AlongX(kDirection)>(from);
    const uint32_t to_row = StepsTo<AlongY(kDirection)>(from);
    // Negative and zero steps wrap around.
    if (to_column - 1 < run && to_column < steps) steps = to_column;
    if (to_row - 1 < run && to_row < steps) steps = to_row;
    return steps == ~uint32_t{0} ? 0 : steps;
  }

  DirectionSet WithinBounds(GridSpot, DirectionSet directions) const { return directions; }

  template <DirectionSet kDirection>
  DirectionSet TurnsAt(GridSpot spot) const {
    return bit_jumps_.template TurnsAt<kDirection>(spot);
  }

 private:
  template <DirectionSet kDirection>
  int32_t At(GridSpot spot) const {
    return jumps_[(size_t{spot.y - 1} * columns_ + (spot.x - 1)) * kJumpsPerCell +
                  static_cast<uint32_t>(std::countr_zero(kDirection))];
  }
  template <DirectionSet kDirection>
  uint32_t StepsTo(GridSpot from) const {
    if constexpr (kDirection == kEast) return goal_.x - from.x;
    if constexpr (kDirection == kWest) return from.x - goal_.x;
    if constexpr (kDirection == kSouth) return goal_.y - from.y;
    return from.y - goal_.y;
  }

  BitJumps bit_jumps_;
  const int16_t* jumps_;
  uint32_t columns_;
  GridSpot goal_;
};

namespace jump_sweep {

template <DirectionSet kDirection>
constexpr uint32_t Slot() {
  return static_cast<uint32_t>(std::countr_zero(kDirection));
}

// One entry. REQUIRES: the entries of the next cell in this direction have been visited.
template <DirectionSet kDirection, typename Visit>
bool SweepCell(const BitGrid& bits, const int16_t* jumps, Cell cell, const Visit& visit) {
  constexpr bool kIsDiagonal = (kDirection & kStraightDirections) == 0;
  const GridSpot spot = SpotOf(cell);
  const GridSpot next_spot = Moved<kDirection>(spot, 1);
  const Cell next = CellOf(next_spot);
  const auto index = [&](Cell c) {
    return (static_cast<size_t>(c.row) * bits.columns + static_cast<size_t>(c.column)) * kJumpsPerCell;
  };
  int32_t value = 0;
  const BitJumps look(bits, spot);
  if (!bits.IsFree(cell)) return visit(index(cell) + Slot<kDirection>(), int16_t{0});
  if constexpr (kIsDiagonal) {
    if (look.Diagonal<kDirection>(spot) != 0) {
      const int16_t* there = jumps + index(next);
      const int32_t on = there[Slot<kDirection>()];
      const bool turns = there[Slot<AlongX(kDirection)>()] > 0 || there[Slot<AlongY(kDirection)>()] > 0;
      value = turns ? 1 : on > 0 ? on + 1 : on - 1;
    }
  } else if (bits.IsFree(next)) {
    const int32_t on = jumps[index(next) + Slot<kDirection>()];
    value = look.TurnsAt<kDirection>(next_spot) != kDirection ? 1 : on > 0 ? on + 1 : on - 1;
  }
  return visit(index(cell) + Slot<kDirection>(), static_cast<int16_t>(value));
}

}  // namespace jump_sweep

template <typename Visit>
bool SweepJumps(const BitGrid& bits, const int16_t* jumps, const Visit& visit) {
  using jump_sweep::SweepCell;
  const auto columns = static_cast<int32_t>(bits.columns);
  const auto rows = static_cast<int32_t>(bits.rows);
  const auto up = [&](const auto& sweep) {
    for (int32_t row = 0; row < rows; ++row) {
      for (int32_t column = 0; column < columns; ++column) {
        if (!sweep(Cell{column, row})) return false;
      }
    }
    return true;
  };
  const auto down = [&](const auto& sweep) {
    for (int32_t row = rows; row-- > 0;) {
      for (int32_t column = columns; column-- > 0;) {
        if (!sweep(Cell{column, row})) return false;
      }
    }
    return true;
  };
  return up([&](Cell c) {
           return SweepCell<kWest>(bits, jumps, c, visit) && SweepCell<kNorth>(bits, jumps, c, visit);
         }) &&
         down([&](Cell c) {
           return SweepCell<kEast>(bits, jumps, c, visit) && SweepCell<kSouth>(bits, jumps, c, visit);
         }) &&
         up([&](Cell c) {
           return SweepCell<kNorthWest>(bits, jumps, c, visit) &&
                  SweepCell<kNorthEast>(bits, jumps, c, visit);
         }) &&
         down([&](Cell c) {
           return SweepCell<kSouthWest>(bits, jumps, c, visit) &&
                  SweepCell<kSouthEast>(bits, jumps, c, visit);
         });
}

}  // namespace waystone
