// Jumps over a grid's bitmaps: the next cell of a line at which a way may have to turn, found 64 cells at a
// time (Harabor and Grastien: The JPS Pathfinding System, 2012; without cut corners).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/grid/bit_grid.h"

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

template <DirectionSet kDirection>
constexpr GridSpot Moved(GridSpot spot, uint32_t steps) {
  if constexpr (IsEastward(kDirection)) spot.x += steps;
  if constexpr (IsWestward(kDirection)) spot.x -= steps;
  if constexpr (IsSouthward(kDirection)) spot.y += steps;
  if constexpr (IsNorthward(kDirection)) spot.y -= steps;
  return spot;
}

// Where a straight run ends.
struct StraightJump {
  uint32_t distance = 0;   // [cells] to where a way may turn, or to the goal
  DirectionSet turns = 0;  // in which ways may go on there; 0 where the run ends at an obstacle
  bool is_goal = false;
};

namespace jump_bits {

struct LineStop {
  uint32_t bit = 0;
  bool turns_back = false;  // to the line before
  bool turns_on = false;    // to the line behind
  bool is_free = false;
};

// The first bit above `from` that is blocked, or beside which a cell is free whose predecessor is blocked.
// `words` are of the line; the lines beside it lie `stride` words before and behind.
inline LineStop ScanUp(const uint64_t* words, uint32_t stride, uint32_t from) {
  const uint64_t* word = words + from / 64;
  uint64_t before = word[-static_cast<std::ptrdiff_t>(stride)];
  uint64_t behind = word[stride];
  // Bits up to `from` are left out, so that the first word needs none from the word before it.
  uint64_t turn_back = before & ~(before << 1);
  uint64_t turn_on = behind & ~(behind << 1);
  uint64_t stops = (turn_back | turn_on | ~*word) & (~uint64_t{1} << (from % 64));
  while (stops == 0) {
    const uint64_t last_before = before >> 63;
    const uint64_t last_behind = behind >> 63;
    ++word;
    before = word[-static_cast<std::ptrdiff_t>(stride)];
    behind = word[stride];
    turn_back = before & ~(before << 1 | last_before);
    turn_on = behind & ~(behind << 1 | last_behind);
    stops = turn_back | turn_on | ~*word;
  }
  const auto bit = static_cast<uint32_t>(std::countr_zero(stops));
  return {static_cast<uint32_t>(word - words) * 64 + bit, (turn_back >> bit & 1) != 0,
          (turn_on >> bit & 1) != 0, (*word >> bit & 1) != 0};
}

// The same towards lower bits.
inline LineStop ScanDown(const uint64_t* words, uint32_t stride, uint32_t from) {
  const uint64_t* word = words + from / 64;
  uint64_t before = word[-static_cast<std::ptrdiff_t>(stride)];
  uint64_t behind = word[stride];
  uint64_t turn_back = before & ~(before >> 1);
  uint64_t turn_on = behind & ~(behind >> 1);
  uint64_t stops = (turn_back | turn_on | ~*word) & ((uint64_t{1} << (from % 64)) - 1);
  while (stops == 0) {
    const uint64_t last_before = before << 63;
    const uint64_t last_behind = behind << 63;
    --word;
    before = word[-static_cast<std::ptrdiff_t>(stride)];
    behind = word[stride];
    turn_back = before & ~(before >> 1 | last_before);
    turn_on = behind & ~(behind >> 1 | last_behind);
    stops = turn_back | turn_on | ~*word;
  }
  const auto bit = static_cast<uint32_t>(63 - std::countl_zero(stops));
  return {static_cast<uint32_t>(word - words) * 64 + bit, (turn_back >> bit & 1) != 0,
          (turn_on >> bit & 1) != 0, (*word >> bit & 1) != 0};
}

}  // namespace jump_bits

// Jumps by looking at the bits. Does not own; any thread as long as nobody writes.
class BitJumps {
 public:
  BitJumps(const BitGrid& bits, GridSpot goal)
      : row_words_(bits.row_words),
        column_words_(bits.column_words),
        row_stride_(BitLines{bits.rows, bits.columns}.StrideWords()),
        column_stride_(BitLines{bits.columns, bits.rows}.StrideWords()),
        goal_(goal) {}

  // From a free cell in one of the straight directions.
  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    constexpr bool kIsUp = kDirection == kEast || kDirection == kSouth;
    // The line before a row is north of it, that before a column is west of it.
    constexpr DirectionSet kBack = kIsRow ? kNorth : kWest;
    constexpr DirectionSet kOn = kIsRow ? kSouth : kEast;
    const uint32_t stride = kIsRow ? row_stride_ : column_stride_;
    const uint32_t line = kIsRow ? from.y : from.x;
    const uint32_t bit = kIsRow ? from.x : from.y;
    const uint64_t* words = (kIsRow ? row_words_ : column_words_) + size_t{line} * stride;
    const jump_bits::LineStop stop =
        kIsUp ? jump_bits::ScanUp(words, stride, bit) : jump_bits::ScanDown(words, stride, bit);
    if (line == (kIsRow ? goal_.y : goal_.x)) {
      const uint32_t goal = kIsRow ? goal_.x : goal_.y;
      // A blocked stop is never the goal.
      if (kIsUp ? (goal > bit && goal <= stop.bit) : (goal < bit && goal >= stop.bit)) {
        return {kIsUp ? goal - bit : bit - goal, kDirection, true};
      }
    }
    StraightJump jump;
    if (!stop.is_free) return jump;
    jump.distance = kIsUp ? stop.bit - bit : bit - stop.bit;
    constexpr DirectionSet kTurnsBack =
        kBack | (kIsRow ? Between(kDirection, kBack) : Between(kBack, kDirection));
    constexpr DirectionSet kTurnsOn = kOn | (kIsRow ? Between(kDirection, kOn) : Between(kOn, kDirection));
    jump.turns = static_cast<DirectionSet>(kDirection | (stop.turns_back ? kTurnsBack : 0) |
                                           (stop.turns_on ? kTurnsOn : 0));
    return jump;
  }

  // Diagonal steps to the next cell from which straight runs have to be looked at; 0 where the way is
  // blocked.
  template <DirectionSet kDirection>
  uint32_t Diagonal(GridSpot from) const {
    const uint64_t* here = row_words_ + size_t{from.y} * row_stride_;
    const uint64_t* there = IsSouthward(kDirection) ? here + row_stride_ : here - row_stride_;
    const uint32_t x = IsEastward(kDirection) ? from.x + 1 : from.x - 1;
    const uint64_t beside = here[x / 64] & there[x / 64];
    return static_cast<uint32_t>(beside >> (x % 64) & there[from.x / 64] >> (from.x % 64) & 1);
  }

 private:
  const uint64_t* row_words_;
  const uint64_t* column_words_;
  uint32_t row_stride_;
  uint32_t column_stride_;
  GridSpot goal_;
};

}  // namespace waystone
