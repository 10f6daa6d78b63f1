// The clusters of a loaded grid.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/grid/bit_grid.h"
#include "core/grid/cell.h"
#include "core/grid/grid_cluster_format.h"

namespace waystone {

// Owned data, as the baker writes it.
struct GridClusterData {
  GridClusterHeader header{};
  std::vector<GridClusterRecord> clusters;
  // For each row of the grid and each column of clusters: how many free cells the cluster has in rows above.
  std::vector<uint16_t> ranks;
  std::vector<GridClusterEntrance> entrances;
  std::vector<float> costs;    // [cells] row by row; infinite if there is no path within the cluster
  std::vector<uint8_t> steps;  // as in StepTable, over the free cells of a cluster row by row
  // [cells] From every landmark to each entrance, over entrances; infinite: no path. Landmarks are entrances
  // too.
  std::vector<float> landmark_costs;
};

// A rectangle of cells.
struct GridClusterArea {
  Cell first;  // the cell of least column and row
  uint32_t columns = 0;
  uint32_t rows = 0;

  bool Contains(Cell cell) const {
    return static_cast<uint32_t>(cell.column - first.column) < columns &&
           static_cast<uint32_t>(cell.row - first.row) < rows;
  }
};

// How a grid is cut into clusters.
struct GridClusterTiling {
  uint32_t columns = 0;  // [cells] of the grid
  uint32_t rows = 0;
  uint32_t side = 1;  // [cells]

  uint32_t ClusterColumns() const { return (columns + side - 1) / side; }
  uint32_t ClusterRows() const { return (rows + side - 1) / side; }
  uint32_t ClusterCount() const { return ClusterColumns() * ClusterRows(); }
  ClusterId ClusterOf(Cell cell) const {
    return ClusterId(static_cast<uint32_t>(cell.row) / side * ClusterColumns() +
                     static_cast<uint32_t>(cell.column) / side);
  }
  GridClusterArea AreaOf(ClusterId cluster) const {
    const uint32_t column = cluster.value() % ClusterColumns() * side;
    const uint32_t row = cluster.value() / ClusterColumns() * side;
    return {{static_cast<int32_t>(column), static_cast<int32_t>(row)},
            std::min(side, columns - column),
            std::min(side, rows - row)};
  }
  // True if the two cells' clusters are the same, or touch by a side or a corner.
  bool AreNear(Cell a, Cell b) const;
};

// The number of free cells in [first, end) of a row.
uint32_t CountFreeInRow(const BitGrid& bits, int32_t row, int32_t first, int32_t end);

// A const view over the sections, or over a GridClusterData. Trivially copied; does not own; any thread.
// Trees and costs may hold anything: a walk along a tree checks the cells (FollowGridClusterTree).
class GridClusterView {
 public:
  struct Arrays {
    GridClusterHeader header{};
    std::span<const GridClusterRecord> clusters;
    std::span<const uint16_t> ranks;
    std::span<const GridClusterEntrance> entrances;
    std::span<const float> costs;
    std::span<const uint8_t> steps;
    std::span<const float> landmark_costs;
  };

  // DataLoss naming the array, the index and the rule broken. `bits` must outlive the view.
  // O(cells / 64 + rows * columns of clusters + entrances + costs).
  static absl::StatusOr<GridClusterView> Create(const Arrays& arrays, const BitGrid& bits);

  const GridClusterHeader& header() const { return arrays_.header; }
  const GridClusterTiling& tiling() const { return tiling_; }
  std::span<const GridClusterEntrance> entrances() const { return arrays_.entrances; }
  // REQUIRES (all below): in range.
  const GridClusterRecord& cluster(ClusterId id) const { return arrays_.clusters[id.value()]; }
  const GridClusterEntrance& entrance(EntranceId id) const { return arrays_.entrances[id.value()]; }
  Cell CellOf(EntranceId id) const {
    const GridClusterEntrance& at = entrance(id);
    return {at.column, at.row};
  }
  // [cells] From an entrance of the cluster to each of its entrances.
  std::span<const float> CostsFrom(const GridClusterRecord& cluster, EntranceId entrance) const {
    const uint64_t row = entrance.value() - cluster.first_entrance;
    return arrays_.costs.subspan(cluster.first_cost + row * cluster.entrance_count, cluster.entrance_count);
  }
  // [cells] From each landmark to an entrance.
  std::span<const float> LandmarkCosts(EntranceId entrance) const {
    const uint32_t count = arrays_.header.landmark_count;
    return arrays_.landmark_costs.subspan(uint64_t{entrance.value()} * count, count);
  }
  // The entry of a tree of the cluster for a cell. REQUIRES: the cell is free and lies in the cluster. O(side
  // / 64).
  uint8_t StepAt(const GridClusterRecord& cluster, uint32_t tree, Cell cell) const;

 private:
  GridClusterView(const Arrays& arrays, const BitGrid& bits);

  Arrays arrays_;
  BitGrid bits_;
  GridClusterTiling tiling_;
};

// The size of the arrays in a package.
uint64_t GridClusterBytes(const GridClusterData& data);

// Views of a baker's arrays.
GridClusterView::Arrays ArraysOf(const GridClusterData& data);

}  // namespace waystone
