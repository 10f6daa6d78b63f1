// What a search over a grid is asked and answers. Ways go over free cells only, to the eight neighbours; a
// diagonal step needs both cells beside it free.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/base/heap_bytes.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"
#include "core/grid/grid_format.h"
#include "core/grid/grid_view.h"
#include "core/path/search_outcome.h"

namespace waystone {

// How a way is found.
enum class GridMethod : uint8_t {
  kAuto = 0,          // the fastest that is valid
  kStraightLine = 1,  // nothing dearer could be avoided by a turn
  kAStar = 2,         // cells of different cost
  kJps = 3,           // jump point search over the bitmaps
  kJpsPlus = 4,       // the same over baked jump distances
  kBounded = 5,       // the same with goal bounds
  kHierarchy = 6,     // a contraction hierarchy over corners of obstacles
  kTrunk = 7,         // baked ways between designated places, joined by searches
  kBlocks = 8,        // from block to block by what is baked of each
};

// The map as one request has it.
struct GridGround {
  const GridView* map = nullptr;
  BitGrid bits;                                  // the map's, or a worker's with the request's changes
  bool is_changed = false;                       // the bits differ from the map's: what is baked is void
  bool is_uniform = true;                        // all free cells cost the same
  std::array<float, kMaxGridAreas> area_cost{};  // looked at where not uniform
  uint64_t left_out_areas = 0;                   // bit k: no cell of area k is free in `bits`
};

struct GridQuery {
  Cell start;  // both free
  Cell goal;
  GridMethod method = GridMethod::kAuto;
  // How many times the least cost the answer may cost at most: 1 asks for the best way, more allows
  // kTrunk and kBlocks. 0: not said, that is the best way, and any over the trunk or the blocks where the
  // method names them.
  double max_cost_ratio = 0;
  uint32_t max_expansions = 100'000'000;
  Deadline deadline;
};

struct GridPath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  GridMethod method = GridMethod::kAuto;
  // Start, every change of direction, goal; one cell where they are the same. Where a limit ended the search:
  // of a way that is known, and not yet proven to be good enough, if any.
  std::vector<Cell> turns;
  GridSteps steps = {};
  // [cells] Length times cost: a straight step costs the mean of its two cells, a diagonal one sqrt 2 times
  // the mean of the four that it touches.
  double cost = 0;
  // No way costs less than `cost` divided by this: 1 but for kTrunk and kBlocks.
  double cost_ratio = 1;
  uint64_t expanded = 0;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(turns); }
};

}  // namespace waystone
