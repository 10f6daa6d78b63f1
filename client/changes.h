// What differs from the baked world in a request: what is closed, and what walking costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace waystone::client {

// The cost of walking over one kind of ground.
struct AreaCost {
  std::string area;       // the name in the map's manifest
  double factor = 1;      // [per metre walked, 0.01-1000, 1]
  bool excluded = false;  // not to be entered at all; the factor is then ignored
};

// Cells of a grid: columns from `column` on, rows from `row` on, all within the grid.
struct CellRect {
  uint32_t column = 0;
  uint32_t row = 0;
  uint32_t columns = 1;
  uint32_t rows = 1;
};

// The changes of one map.
struct MapChanges {
  std::string map_id = {};                     // empty: the batch's, or that of the start
  std::vector<std::string> closed_links = {};  // by the names that the source gave; at most 10,000 by default
  // By ids in the generation that the request pins; at most 1,000,000 each by default.
  std::vector<uint32_t> closed_link_ids = {};
  std::vector<uint32_t> blocked_polys = {};
  std::vector<AreaCost> area_costs = {};  // each area at most once; at most 64
  // Of grids: what is blocked, and what is free although the map has it blocked; both is blocked. Cells are
  // row * columns + column. At most 1,000,000 each by default.
  std::vector<uint32_t> blocked_cells = {};
  std::vector<uint32_t> opened_cells = {};
  std::vector<CellRect> blocked_rects = {};
  std::vector<CellRect> opened_rects = {};
};

// Each map at most once; at most 64.
using Changes = std::vector<MapChanges>;

}  // namespace waystone::client
