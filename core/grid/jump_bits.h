// Jumps over a grid's bitmaps: the next cell of a line at which a path may have to turn, found 64 cells at a
// time (Harabor and Grastien: The JPS Pathfinding System, 2012; without cut corners).
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/grid/bit_grid.h"
#include "core/grid/jump_direction.h"

namespace waystone {

namespace jump_bits {

struct LineStop {
  uint32_t bit = 0;
  bool is_free = false;
};

// The first bit above `from` that is blocked, or that has a free cell beside it whose predecessor is blocked.
// `words` are of the line; the lines beside it are `stride` words before and after it.
inline LineStop ScanUp(const uint64_t* words, uint32_t stride, uint32_t from) {
  const uint64_t* word = words + from / 64;
  uint64_t before = word[-static_cast<std::ptrdiff_t>(stride)];
  uint64_t behind = word[stride];
  // Bits up to `from` are left out, so that the first word needs none from the word before it.
  uint64_t stops =
      ((before & ~(before << 1)) | (behind & ~(behind << 1)) | ~*word) & (~uint64_t{1} << (from % 64));
  while (stops == 0) {
    const uint64_t last_before = before >> 63;
    const uint64_t last_behind = behind >> 63;
    ++word;
    before = word[-static_cast<std::ptrdiff_t>(stride)];
    behind = word[stride];
    stops = (before & ~(before << 1 | last_before)) | (behind & ~(behind << 1 | last_behind)) | ~*word;
  }
  const auto bit = static_cast<uint32_t>(std::countr_zero(stops));
  return {static_cast<uint32_t>(word - words) * 64 + bit, (*word >> bit & 1) != 0};
}

// The same towards lower bits.
inline LineStop ScanDown(const uint64_t* words, uint32_t stride, uint32_t from) {
  const uint64_t* word = words + from / 64;
  uint64_t before = word[-static_cast<std::ptrdiff_t>(stride)];
  uint64_t behind = word[stride];
  uint64_t stops =
      ((before & ~(before >> 1)) | (behind & ~(behind >> 1)) | ~*word) & ((uint64_t{1} << (from % 64)) - 1);
  while (stops == 0) {
    const uint64_t last_before = before << 63;
    const uint64_t last_behind = behind << 63;
    --word;
    before = word[-static_cast<std::ptrdiff_t>(stride)];
    behind = word[stride];
    stops = (before & ~(before >> 1 | last_before)) | (behind & ~(behind >> 1 | last_behind)) | ~*word;
  }
  const auto bit = static_cast<uint32_t>(63 - std::countl_zero(stops));
  return {static_cast<uint32_t>(word - words) * 64 + bit, (*word >> bit & 1) != 0};
}

}  // namespace jump_bits

// Jumps that read the bits. Does not own; any thread as long as nobody writes.
class BitJumps {
 public:
  // Whether TurnsAt may return no direction at all.
  static constexpr bool kMayRefuse = false;

  BitJumps(const BitGrid& bits, GridSpot goal)
      : bits_(bits),
        row_words_(bits.row_words),
        column_words_(bits.column_words),
        row_stride_(BitLines{bits.rows, bits.columns}.StrideWords()),
        column_stride_(BitLines{bits.columns, bits.rows}.StrideWords()),
        goal_(goal) {}

  const BitGrid& bits() const { return bits_; }

  // From a free cell in one of the straight directions.
  template <DirectionSet kDirection>
  StraightJump Straight(GridSpot from) const {
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    constexpr bool kIsUp = kDirection == kEast || kDirection == kSouth;
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
        return {kIsUp ? goal - bit : bit - goal, true};
      }
    }
    return {kIsUp ? stop.bit - bit : bit - stop.bit, stop.is_free};
  }

  // Those of `directions` in which a shortest path to the goal may begin.
  DirectionSet WithinBounds(GridSpot, DirectionSet directions) const { return directions; }

  // The directions in which paths may go on from a cell at which a straight run stopped.
  template <DirectionSet kDirection>
  DirectionSet TurnsAt(GridSpot spot) const {
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    const GridSpot last = Moved<Opposite(kDirection)>(spot, 1);
    // North and south of a row's run, west and east of a column's.
    constexpr DirectionSet kBack = kIsRow ? kNorth : kWest;
    constexpr DirectionSet kOn = kIsRow ? kSouth : kEast;
    constexpr DirectionSet kTurnsBack =
        kBack | (kIsRow ? Between(kDirection, kBack) : Between(kBack, kDirection));
    constexpr DirectionSet kTurnsOn = kOn | (kIsRow ? Between(kDirection, kOn) : Between(kOn, kDirection));
    const bool back = IsFree(Moved<kBack>(spot, 1)) && !IsFree(Moved<kBack>(last, 1));
    const bool on = IsFree(Moved<kOn>(spot, 1)) && !IsFree(Moved<kOn>(last, 1));
    return static_cast<DirectionSet>(kDirection | (back ? kTurnsBack : 0) | (on ? kTurnsOn : 0));
  }

  // Diagonal steps to the next cell from which straight runs must be tried; 0 if the diagonal is blocked
  // first.
  template <DirectionSet kDirection>
  uint32_t Diagonal(GridSpot from) const {
    const uint64_t* here = row_words_ + size_t{from.y} * row_stride_;
    const uint64_t* there = IsSouthward(kDirection) ? here + row_stride_ : here - row_stride_;
    const uint32_t x = IsEastward(kDirection) ? from.x + 1 : from.x - 1;
    const uint64_t beside = here[x / 64] & there[x / 64];
    return static_cast<uint32_t>(beside >> (x % 64) & there[from.x / 64] >> (from.x % 64) & 1);
  }

 private:
  bool IsFree(GridSpot spot) const {
    return (row_words_[size_t{spot.y} * row_stride_ + spot.x / 64] >> (spot.x % 64) & 1) != 0;
  }

  BitGrid bits_;
  const uint64_t* row_words_;
  const uint64_t* column_words_;
  uint32_t row_stride_;
  uint32_t column_stride_;
  GridSpot goal_;
};

}  // namespace waystone
