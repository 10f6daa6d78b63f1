// Triggers on a grid, as bits for searches by jumps.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/jump_direction.h"

namespace waystone {

// Cells that end every path that comes to them but do not block diagonal steps beside them, and the cells at
// which a run stops: triggers, their four neighbours, and the targets of a search. Three bits for each cell
// of the grid, all zero between searches, so that another search costs only what it sets. One owner, one
// thread.
class TriggerBits {
 public:
  // Replaces what was set before. Takes ids of free cells. O(cells set), and O(cells / 64) if the grid has
  // another shape than the last one.
  void Set(const BitGrid& bits, std::span<const uint32_t> triggers, std::span<const uint32_t> looked_for);

  bool IsTrigger(GridSpot spot) const { return IsSet(triggers_, spot); }
  bool IsStop(GridSpot spot) const { return IsSet(row_stops_, spot); }

  // The distance from a cell in a straight direction to the next stop; `most` if none is nearer. REQUIRES:
  // `most` steps do not leave the bitmap.
  template <DirectionSet kDirection>
  uint32_t StepsToStop(GridSpot from, uint32_t most) const {
    constexpr bool kIsRow = kDirection == kEast || kDirection == kWest;
    const uint64_t* words = kIsRow ? row_stops_.data() + size_t{from.y} * row_stride_
                                   : column_stops_.data() + size_t{from.x} * column_stride_;
    const uint32_t bit = kIsRow ? from.x : from.y;
    return kDirection == kEast || kDirection == kSouth ? StepsUp(words, bit, most)
                                                       : StepsDown(words, bit, most);
  }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(triggers_, row_stops_, column_stops_, stops_); }

 private:
  bool IsSet(const std::vector<uint64_t>& row_words, GridSpot spot) const {
    return (row_words[size_t{spot.y} * row_stride_ + spot.x / 64] >> (spot.x % 64) & 1) != 0;
  }
  static uint32_t StepsUp(const uint64_t* words, uint32_t bit, uint32_t most) {
    uint64_t stops = words[bit / 64] & (~uint64_t{1} << (bit % 64));
    for (uint32_t word = bit / 64;;) {
      if (stops != 0) {
        const uint32_t steps = word * 64 + static_cast<uint32_t>(std::countr_zero(stops)) - bit;
        return steps < most ? steps : most;
      }
      ++word;
      if (word * 64 >= bit + most) return most;
      stops = words[word];
    }
  }
  static uint32_t StepsDown(const uint64_t* words, uint32_t bit, uint32_t most) {
    uint64_t stops = words[bit / 64] & ((uint64_t{1} << (bit % 64)) - 1);
    for (uint32_t word = bit / 64;;) {
      if (stops != 0) {
        const uint32_t steps = bit - (word * 64 + 63 - static_cast<uint32_t>(std::countl_zero(stops)));
        return steps < most ? steps : most;
      }
      if (word * 64 <= bit - most) return most;
      --word;
      stops = words[word];
    }
  }
  void Clear();
  void SetStop(GridSpot spot);

  uint32_t columns_ = 0;
  uint32_t rows_ = 0;
  uint32_t row_stride_ = 0;
  uint32_t column_stride_ = 0;
  std::vector<uint64_t> triggers_;      // BitLines{rows, columns}
  std::vector<uint64_t> row_stops_;     // the same shape
  std::vector<uint64_t> column_stops_;  // BitLines{columns, rows}
  std::vector<GridSpot> stops_;         // those that are set
};

}  // namespace waystone
