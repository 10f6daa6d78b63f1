// Cheapest paths within one cluster of a grid.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/bucket_queue.h"
#include "core/grid/grid_cluster_view.h"
#include "core/grid/grid_path.h"
#include "core/grid/step_table.h"

namespace waystone {

// Searches that do not leave a rectangle of cells (Dial's algorithm: buckets as wide as the cheapest step).
// Takes 14 bytes per cell of the rectangle and keeps them for the next search. One thread.
class GridClusterFlood {
 public:
  static constexpr float kNever = std::numeric_limits<float>::infinity();

  // REQUIRES: not empty, within the grid; at most kMaxClusterSide squared cells. O(cells).
  void SetCluster(const GridGround& ground, const GridClusterArea& area);

  // Finds the paths from all cells of the cluster to one of its cells that cost at most `limit` [cells].
  // REQUIRES: the cell is free. O(cells).
  void ToCell(Cell cell, float limit = kNever);

  // Results of the last search. REQUIRES: cells of the cluster.
  // [cells] kNever if there is no path within the cluster and the limit.
  float CostAt(Cell cell) const { return cost_[SpotOf(cell)]; }
  // The next step, kStepHere or kStepNone.
  uint8_t StepAt(Cell cell) const { return step_[SpotOf(cell)]; }

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(cell_costs_, directions_, cost_, step_, open_); }

 private:
  // An index into arrays with a border of blocked cells around the cluster.
  using Spot = uint32_t;

  Spot SpotOf(Cell cell) const {
    return static_cast<uint32_t>(cell.row - area_.first.row + 1) * stride_ +
           static_cast<uint32_t>(cell.column - area_.first.column + 1);
  }
  void ReadCosts(const GridGround& ground);
  void FindDirections();
  float StepCostFrom(Spot spot, uint8_t direction) const;
  void Expand(Spot spot, float limit);

  GridClusterArea area_;
  bool is_uniform_ = true;
  float least_ = 1;      // of any cell of the ground
  uint64_t spread_ = 2;  // of the dearest step, in buckets
  uint32_t stride_ = 0;
  uint32_t offsets_[kStepDirections] = {};  // modulo 2^32
  std::vector<float> cell_costs_;           // 0 if blocked
  std::vector<uint8_t> directions_;         // bit d: a step in direction d is allowed
  std::vector<float> cost_;
  std::vector<uint8_t> step_;
  BucketQueue open_;
};

}  // namespace waystone
