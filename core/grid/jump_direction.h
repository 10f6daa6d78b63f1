// Directions and places in the form that searches by jumps use.
#pragma once

#include <cstdint>

#include "core/grid/cell.h"

namespace waystone {

// Directions as bits, so that a set of them is a byte. Rows grow southwards.
using DirectionSet = uint8_t;
inline constexpr DirectionSet kEast = 1;
inline constexpr DirectionSet kSouth = 2;
inline constexpr DirectionSet kWest = 4;
inline constexpr DirectionSet kNorth = 8;
inline constexpr DirectionSet kSouthEast = 16;
inline constexpr DirectionSet kSouthWest = 32;
inline constexpr DirectionSet kNorthWest = 64;
inline constexpr DirectionSet kNorthEast = 128;
inline constexpr DirectionSet kStraightDirections = kEast | kSouth | kWest | kNorth;
inline constexpr DirectionSet kAllDirections = 255;

// A cell in the coordinates of BitLines, which count the border: x = column + 1, y = row + 1.
struct GridSpot {
  uint32_t x = 0;
  uint32_t y = 0;
  friend constexpr bool operator==(GridSpot, GridSpot) = default;
};

inline GridSpot SpotOf(Cell cell) {
  return {static_cast<uint32_t>(cell.column + 1), static_cast<uint32_t>(cell.row + 1)};
}
inline Cell CellOf(GridSpot spot) {
  return {static_cast<int32_t>(spot.x) - 1, static_cast<int32_t>(spot.y) - 1};
}

constexpr bool IsEastward(DirectionSet d) { return (d & (kEast | kSouthEast | kNorthEast)) != 0; }
constexpr bool IsWestward(DirectionSet d) { return (d & (kWest | kSouthWest | kNorthWest)) != 0; }
constexpr bool IsSouthward(DirectionSet d) { return (d & (kSouth | kSouthEast | kSouthWest)) != 0; }
constexpr bool IsNorthward(DirectionSet d) { return (d & (kNorth | kNorthEast | kNorthWest)) != 0; }
// The straight directions between which a diagonal one lies.
constexpr DirectionSet AlongX(DirectionSet diagonal) { return IsEastward(diagonal) ? kEast : kWest; }
constexpr DirectionSet AlongY(DirectionSet diagonal) { return IsSouthward(diagonal) ? kSouth : kNorth; }
constexpr DirectionSet Between(DirectionSet along_x, DirectionSet along_y) {
  if (along_x == kEast) return along_y == kSouth ? kSouthEast : kNorthEast;
  return along_y == kSouth ? kSouthWest : kNorthWest;
}
constexpr DirectionSet Opposite(DirectionSet straight) {
  return static_cast<DirectionSet>(straight < kWest ? straight << 2 : straight >> 2);
}

template <DirectionSet kDirection>
constexpr GridSpot Moved(GridSpot spot, uint32_t steps) {
  if constexpr (IsEastward(kDirection)) spot.x += steps;
  if constexpr (IsWestward(kDirection)) spot.x -= steps;
  if constexpr (IsSouthward(kDirection)) spot.y += steps;
  if constexpr (IsNorthward(kDirection)) spot.y -= steps;
  return spot;
}

// The end of a straight run.
struct StraightJump {
  uint32_t distance = 0;  // [cells]
  bool is_stop = false;   // at the goal or where a path may turn, and not before an obstacle
};

}  // namespace waystone
