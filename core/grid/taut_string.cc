// The string grows turn by turn. If no blocked cell holds its last bend, the triangle between the bend and
// its two neighbours is swept: the string moves to the hull of the blocked cells in the triangle, as seen
// from the bend. That moves the bend before it, which is looked at again. Each step makes the string shorter,
// and it bends at corners only, so it ends. All of it in whole numbers of half cells.
#include "core/grid/taut_string.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

#include "core/grid/triangle_strips.h"

namespace waystone {
namespace {

// The first blocked cell of a line from `first` to `last`, or last + 1.
int32_t FirstBlocked(const uint64_t* line, int32_t first, int32_t last) {
  const auto from = static_cast<uint32_t>(first + 1);
  const auto to = static_cast<uint32_t>(last + 1);
  uint64_t blocked = ~line[from / 64] & ~uint64_t{0} << from % 64;
  for (uint32_t word = from / 64;;) {
    if (blocked != 0) {
      return std::min(static_cast<int32_t>(word * 64) + std::countr_zero(blocked) - 1, last + 1);
    }
    if (++word > to / 64) return last + 1;
    blocked = ~line[word];
  }
}

// The last blocked cell of a line from `first` to `last`. REQUIRES: there is one.
int32_t LastBlocked(const uint64_t* line, int32_t last) {
  const auto to = static_cast<uint32_t>(last + 1);
  uint32_t word = to / 64;
  uint64_t blocked = ~line[word] & ~uint64_t{0} >> (63 - to % 64);
  while (blocked == 0) blocked = ~line[--word];
  return static_cast<int32_t>(word * 64) + 62 - std::countl_zero(blocked);
}

GridPoint Swapped(GridPoint point) { return {point.z, point.x}; }

// True if a blocked cell at b lies within the bend from a over b to c, so that it cannot be pulled straight.
// As neither side of the bend enters a blocked cell, such a cell lies wholly within.
bool IsHeld(const BitGrid& bits, GridPoint a, GridPoint b, GridPoint c, bool is_left) {
  if (b.x % 2 != 0 || b.z % 2 != 0) return false;
  for (int32_t i = 0; i < 4; ++i) {
    const GridPoint middle{b.x + (i % 2 == 0 ? -1 : 1), b.z + (i / 2 == 0 ? -1 : 1)};
    const int64_t before = TurnAt(a, b, middle);
    const int64_t behind = TurnAt(b, c, middle);
    const bool is_within = is_left ? before > 0 && behind > 0 : before < 0 && behind < 0;
    if (is_within && !bits.IsFree({middle.x >> 1, middle.z >> 1})) return true;
  }
  return false;
}

bool IsNear(GridPoint p, GridPoint q, GridPoint from) {
  return std::abs(p.x - from.x) + std::abs(p.z - from.z) < std::abs(q.x - from.x) + std::abs(q.z - from.z);
}

}  // namespace

void StringPuller::Pull(const BitGrid& bits, std::span<const Cell> turns, std::vector<GridPoint>& taut) {
  taut.assign(1, MiddleOf(turns.front()));
  for (const Cell turn : turns.subspan(1)) {
    pending_.assign(1, MiddleOf(turn));
    while (!pending_.empty()) Append(bits, taut);
  }
}

void StringPuller::Append(const BitGrid& bits, std::vector<GridPoint>& taut) {
  const GridPoint next = pending_.back();
  if (next == taut.back()) {
    pending_.pop_back();
    return;
  }
  if (taut.size() > 1) {
    const GridPoint before = taut[taut.size() - 2];
    const GridPoint bend = taut.back();
    const int64_t turn = TurnAt(before, bend, next);
    if (turn == 0) {
      taut.pop_back();
      return;
    }
    if (!IsHeld(bits, before, bend, next, turn > 0)) {
      taut.pop_back();
      PullOver(bits, before, bend, next);
      return;
    }
  }
  taut.push_back(next);
  pending_.pop_back();
}

void StringPuller::PullOver(const BitGrid& bits, GridPoint a, GridPoint b, GridPoint c) {
  CollectCorners(bits, a, b, c);
  if (corners_.empty()) return;
  corners_.push_back(c);
  const bool is_left = TurnAt(a, b, c) > 0;
  bends_.clear();
  // The hull from a to c, corner by corner: all other corners lie on the inner side.
  for (GridPoint at = a; at != c;) {
    GridPoint next = c;
    for (const GridPoint corner : corners_) {
      if (corner == at) continue;
      const int64_t turn = TurnAt(at, next, corner);
      const bool is_outside = is_left ? turn < 0 : turn > 0;
      if (is_outside || (turn == 0 && IsNear(next, corner, at))) next = corner;
    }
    if (next != c) bends_.push_back(next);
    at = next;
  }
  pending_.insert(pending_.end(), bends_.rbegin(), bends_.rend());
}

void StringPuller::CollectCorners(const BitGrid& bits, GridPoint a, GridPoint b, GridPoint c) {
  corners_.clear();
  const auto [least_x, most_x] = std::minmax({a.x, b.x, c.x});
  const auto [least_z, most_z] = std::minmax({a.z, b.z, c.z});
  const bool by_columns = most_x - least_x < most_z - least_z;
  if (by_columns) {
    a = Swapped(a);
    b = Swapped(b);
    c = Swapped(c);
  }
  const BitLines shape = by_columns ? BitLines{bits.columns, bits.rows} : BitLines{bits.rows, bits.columns};
  const auto stride = static_cast<ptrdiff_t>(shape.StrideWords());
  const uint64_t* words = by_columns ? bits.column_words : bits.row_words;
  if (TurnAt(a, b, c) < 0) std::swap(a, c);
  const auto add = [&](int32_t column, int32_t row, GridPoint& last_added) {
    const GridPoint corner{2 * column, 2 * row};
    if (corner == last_added) return;
    last_added = corner;
    if (TurnAt(a, b, corner) < 0 || TurnAt(b, c, corner) < 0 || TurnAt(c, a, corner) < 0) return;
    corners_.push_back(by_columns ? Swapped(corner) : corner);
  };
  // Blocked cells reach into the triangle only over the side from a to c. So each row's outermost corners are
  // enough: if they lie outside, they are beyond that side, and not on the hull.
  GridPoint last_first{-1, -1};
  GridPoint last_last{-1, -1};
  TriangleStrips strips(a, b, c);
  while (strips.Next()) {
    const int32_t last = strips.last_cell();
    if (strips.first_cell() > last) continue;
    const int32_t row = strips.line();
    const uint64_t* line = words + (row + 1) * stride;
    const int32_t blocked = FirstBlocked(line, strips.first_cell(), last);
    if (blocked > last) continue;
    add(blocked, row, last_first);
    add(blocked, row + 1, last_first);
    const int32_t last_blocked = LastBlocked(line, last);
    add(last_blocked + 1, row, last_last);
    add(last_blocked + 1, row + 1, last_last);
  }
}

}  // namespace waystone
