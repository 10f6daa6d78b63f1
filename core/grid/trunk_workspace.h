// The memory of searches over a trunk.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/graph/best_first.h"
#include "core/grid/cell.h"
#include "core/grid/grid_path.h"

namespace waystone {

// The scratch memory of FindTrunkPath beside that of its searches. Owned by one worker.
struct TrunkWorkspace {
  // A point of the trunk that a search reached, and the path that it found to it.
  struct Join {
    uint32_t point;
    GridPath path;
  };
  static constexpr uint32_t kNoStretch = std::numeric_limits<uint32_t>::max();

  std::vector<Join> heads;
  std::vector<Join> tails;
  std::vector<double> stretch_costs;  // infinite if an obstacle cuts the stretch
  std::vector<uint32_t> rows;         // of the stretches of each point
  std::vector<uint32_t> row_stretches;
  BestFirst<double> points;  // and the stretch by which each was reached; kNoStretch for heads
  std::vector<Cell> cells;
  std::vector<Cell> piece;
  std::vector<uint32_t> joints;  // the places where `cells` pass points
  GridPath mended;
  std::vector<uint64_t> visits;
  std::vector<uint32_t> last_visits;
  GridPath known;  // a path that nothing proves to be good enough yet

  // [bytes]
  uint64_t HeapBytes() const {
    return waystone::HeapBytes(heads, tails, stretch_costs, rows, row_stretches, points, cells, piece, joints,
                               mended, visits, last_visits, known);
  }
};

}  // namespace waystone
