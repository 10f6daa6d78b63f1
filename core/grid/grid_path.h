// What a search over a grid is asked and answers. Paths go over free cells only, to the eight neighbours; a
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

// How a path is found.
enum class GridMethod : uint8_t {
  kAuto = 0,          // the fastest that is valid
  kStraightLine = 1,  // no turn would make it cheaper
  kAStar = 2,         // cells of different cost
  kJps = 3,           // jump point search over the bitmaps
  kJpsPlus = 4,       // the same over baked jump distances
  kBounded = 5,       // the same with goal bounds
  kHubLabels = 6,     // hub labels over the corners of obstacles
  kTrunk = 7,         // baked paths between designated places, joined by searches
  kClusters = 8,      // from cluster to cluster by baked costs
};

// The map as one request sees it.
struct GridGround {
  const GridView* map = nullptr;
  BitGrid bits;                                  // the map's, or a worker's with the request's changes
  bool is_changed = false;                       // the bits differ from the map's: baked data is void
  bool is_uniform = true;                        // all free cells cost the same
  std::array<float, kMaxGridAreas> area_cost{};  // read only if not uniform
  uint64_t left_out_areas = 0;                   // bit k: no cell of area k is free in `bits`
};

struct GridQuery {
  Cell start;  // both free
  Cell goal;
  GridMethod method = GridMethod::kAuto;
  // The cost of the answer may be at most this many times the least cost: 1 asks for the best path, more
  // allows kTrunk and kClusters. 0 is unset: the best path, or any path if the method is kTrunk or kClusters.
  double max_cost_ratio = 0;
  uint32_t max_expansions = 100'000'000;
  Deadline deadline;
};

struct GridPath {
  SearchOutcome outcome = SearchOutcome::kExhausted;
  GridMethod method = GridMethod::kAuto;
  // Start, every change of direction, goal; one cell if start and goal are the same. If a limit ended the
  // search: a known path, if any, that is not yet proven good enough.
  std::vector<Cell> turns;
  GridSteps steps = {};
  // [cells] Length times cost: a straight step costs the mean of its two cells, a diagonal one sqrt 2 times
  // the mean of the four that it touches.
  double cost = 0;
  // No path costs less than `cost` divided by this: 1 except for kTrunk and kClusters.
  double cost_ratio = 1;
  uint64_t expanded = 0;

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(turns); }
};

}  // namespace waystone
