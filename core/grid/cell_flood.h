// The distance from one cell to all others.
//
//   CellFlood flood;  // one per thread, kept
//   flood.Begin(ground, from);
//   if (flood.GrowTo(100, {}) == SearchOutcome::kFound) use(flood.CostTo(cell));
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "core/base/deadline.h"
#include "core/grid/grid_path.h"
#include "core/grid/weighted_frontier.h"
#include "core/grid/weighted_workspace.h"

namespace waystone {

// Dijkstra's search from a cell: GridPath::cost of the cheapest path to each cell, exact but for the rounding
// of sums. Keeps its memory from flood to flood: 20 bytes per cell that it came near. One thread at a time.
class CellFlood {
 public:
  CellFlood() = default;
  CellFlood(const CellFlood&) = delete;
  CellFlood& operator=(const CellFlood&) = delete;

  // Forgets the last flood. The ground must outlive the new one. REQUIRES: the cell is free.
  void Begin(const GridGround& ground, Cell from);

  // Settles all cells that cost up to `limit` [cells] and are not settled yet; the limit may be infinite. A
  // later call continues, also after one that was cut short. Returns kFound, or the limit that ended the
  // search: `max_expansions` counts since Begin, the deadline is read every 256 cells. REQUIRES: Begin.
  // O(cells log cells).
  SearchOutcome GrowTo(double limit, uint32_t max_expansions, const Deadline& deadline);

  // [cells] Infinite if the cost is more than grown_to(), or no path leads there. REQUIRES: a cell of the
  // grid. O(1).
  double CostTo(Cell cell);

  // [cells] All costs up to this are known.
  double grown_to() const { return grown_to_; }
  uint32_t expansions() const { return expansions_; }

  // [bytes]
  uint64_t HeapBytes() const { return space_.HeapBytes(); }

 private:
  static constexpr double kInfinite = std::numeric_limits<double>::infinity();

  const GridGround* ground_ = nullptr;
  WeightedWorkspace space_;
  std::optional<WeightedFrontier> frontier_;
  double grown_to_ = 0;
  uint32_t expansions_ = 0;
};

}  // namespace waystone
