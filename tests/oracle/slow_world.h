// Paths over a world of drawn grids and the portals between them, slowly: Dijkstra's algorithm over all
// cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/world/world_format.h"

namespace waystone {

struct SlowPortal {
  uint32_t from_map = 0;
  std::array<uint32_t, 4> cells{};  // first column, first row, last column, last row
  uint32_t to_map = 0;
  std::array<uint32_t, 2> cell{};  // column, row
  double cost = 0;                 // [cells]
  bool is_walk_in = true;
  bool stays_set_off = false;  // walking in ends a path even if the arrival is no free cell
};

struct SlowPlace {
  uint32_t map = 0;
  uint32_t column = 0;
  uint32_t row = 0;
};

// [cells] Infinite where there is no such path.
struct SlowCosts {
  double standing = 0;     // to stand at the goal
  double setting_off = 0;  // with a last step that sets off a portal there
  double Least() const { return std::min(standing, setting_off); }
};

// '.' is free and costs 1 a cell, 's' is slow ground of 2.5 and 'f' fast ground of 0.5; all else is blocked.
// Rows of a map are of equal length. Portals that begin or end on no free cell are never used.
struct SlowWorld {
  std::vector<std::vector<std::string>> maps;
  std::vector<SlowPortal> portals = {};

  // Of a cell; 0 where it is blocked or outside.
  double CellCost(uint32_t map, int64_t column, int64_t row) const;
  bool IsFree(uint32_t map, int64_t column, int64_t row) const { return CellCost(map, column, row) != 0; }
  // The walk-in portal that walking into the cell sets off, by index: of those that lead somewhere the first;
  // -1 if there is none, or the mode has none.
  int SetOffAt(const SlowPlace& place, WorldMode mode) const;
  // What the cheapest paths cost. Walking into a cell of walk-in portals that teleport sets off the first of
  // them, and the path goes on from there or ends in that cell; other portals may be used from any cell of
  // theirs.
  SlowCosts CostsOf(const SlowPlace& start, const SlowPlace& goal, WorldMode mode) const;
};

}  // namespace waystone
