#include "bake/grid/grid_cluster_baker.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "bake/grid/grid_cluster_landmarks.h"
#include "core/base/ids.h"
#include "core/base/parallel_for.h"
#include "core/grid/grid_cluster_flood.h"
#include "core/grid/trunk_costs.h"

namespace waystone {
namespace {

// The seam between a cluster and the one beside or below it, cell by cell: `near` is in the former.
struct Seam {
  ClusterId cluster;
  ClusterId other;
  Cell near;  // the first of its cells
  Cell step;  // to the next
  Cell across;
  int32_t length;

  Cell NearAt(int32_t i) const { return {near.column + step.column * i, near.row + step.row * i}; }
  Cell FarAt(int32_t i) const {
    return {near.column + step.column * i + across.column, near.row + step.row * i + across.row};
  }
};

std::vector<Seam> SeamsOf(const GridClusterTiling& tiling) {
  std::vector<Seam> seams;
  for (uint32_t cluster = 0; cluster < tiling.ClusterCount(); ++cluster) {
    const GridClusterArea area = tiling.AreaOf(ClusterId(cluster));
    const auto columns = static_cast<int32_t>(area.columns);
    const auto rows = static_cast<int32_t>(area.rows);
    if ((cluster + 1) % tiling.ClusterColumns() != 0) {
      const Cell near{area.first.column + columns - 1, area.first.row};
      seams.push_back({ClusterId(cluster), ClusterId(cluster + 1), near, {0, 1}, {1, 0}, rows});
    }
    if (const uint32_t below = cluster + tiling.ClusterColumns(); below < tiling.ClusterCount()) {
      const Cell near{area.first.column, area.first.row + rows - 1};
      seams.push_back({ClusterId(cluster), ClusterId(below), near, {1, 0}, {0, 1}, columns});
    }
  }
  return seams;
}

// The candidates for entrances: the middle of a run, or both ends of a long run.
std::vector<int32_t> Candidates(const BitGrid& bits, const Seam& seam, int32_t long_run) {
  std::vector<int32_t> places;
  int32_t run = 0;
  for (int32_t i = 0; i <= seam.length; ++i) {
    if (i < seam.length && bits.IsFree(seam.NearAt(i)) && bits.IsFree(seam.FarAt(i))) {
      ++run;
      continue;
    }
    if (run >= long_run) {
      places.push_back(i - run);
      places.push_back(i - 1);
    } else if (run > 0) {
      places.push_back(i - (run + 1) / 2);
    }
    run = 0;
  }
  return places;
}

struct Floods {
  GridClusterFlood near;
  GridClusterFlood far;
};

// Leaves out every candidate that a chosen one before stands for: a short path joins the two in both
// clusters.
std::vector<int32_t> ChoosePlaces(const GridGround& ground, const GridClusterTiling& tiling, const Seam& seam,
                                  Floods& floods) {
  const auto side = static_cast<int32_t>(tiling.side);
  const std::vector<int32_t> candidates = Candidates(ground.bits, seam, std::max(side / 8, 6));
  std::vector<int32_t> chosen;
  std::vector<bool> is_covered(candidates.size(), false);
  if (candidates.size() > 1) {
    floods.near.SetCluster(ground, tiling.AreaOf(seam.cluster));
    floods.far.SetCluster(ground, tiling.AreaOf(seam.other));
  }
  const auto reach = static_cast<float>(side) / 8;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (is_covered[i]) continue;
    chosen.push_back(candidates[i]);
    if (i + 1 == candidates.size()) break;
    floods.near.ToCell(seam.NearAt(candidates[i]), reach);
    floods.far.ToCell(seam.FarAt(candidates[i]), reach);
    for (size_t k = i + 1; k < candidates.size(); ++k) {
      is_covered[k] =
          is_covered[k] || (floods.near.CostAt(seam.NearAt(candidates[k])) < GridClusterFlood::kNever &&
                            floods.far.CostAt(seam.FarAt(candidates[k])) < GridClusterFlood::kNever);
    }
  }
  return chosen;
}

void CountFreeCells(const BitGrid& bits, const GridClusterTiling& tiling, GridClusterData& data) {
  const uint32_t cluster_columns = tiling.ClusterColumns();
  data.ranks.resize(size_t{tiling.rows} * cluster_columns);
  for (uint32_t cluster = 0; cluster < tiling.ClusterCount(); ++cluster) {
    const GridClusterArea area = tiling.AreaOf(ClusterId(cluster));
    uint32_t count = 0;
    for (uint32_t i = 0; i < area.rows; ++i) {
      const int32_t row = area.first.row + static_cast<int32_t>(i);
      data.ranks[static_cast<size_t>(row) * cluster_columns + cluster % cluster_columns] =
          static_cast<uint16_t>(count);
      const int32_t first = area.first.column;
      count += CountFreeInRow(bits, row, first, first + static_cast<int32_t>(area.columns));
    }
    data.clusters[cluster].free_count = count;
  }
}

// Entrances by cluster, joined to each other.
void AddEntrances(std::span<const Seam> seams, std::span<const std::vector<int32_t>> places,
                  GridClusterData& data) {
  for (size_t i = 0; i < seams.size(); ++i) {
    data.clusters[seams[i].cluster.value()].entrance_count += static_cast<uint32_t>(places[i].size());
    data.clusters[seams[i].other.value()].entrance_count += static_cast<uint32_t>(places[i].size());
  }
  uint32_t count = 0;
  std::vector<uint32_t> next;
  for (GridClusterRecord& cluster : data.clusters) {
    cluster.first_entrance = count;
    next.push_back(count);
    count += cluster.entrance_count;
  }
  data.entrances.resize(count);
  const auto put = [&](Cell cell, uint32_t at, EntranceId partner) {
    data.entrances[at] = {static_cast<uint16_t>(cell.column), static_cast<uint16_t>(cell.row), partner, 0};
  };
  for (size_t i = 0; i < seams.size(); ++i) {
    for (const int32_t place : places[i]) {
      const uint32_t near = next[seams[i].cluster.value()]++;
      const uint32_t far = next[seams[i].other.value()]++;
      put(seams[i].NearAt(place), near, EntranceId(far));
      put(seams[i].FarAt(place), far, EntranceId(near));
    }
  }
}

// Numbers the trees, one for each cell that has entrances, and sets where the records of each cluster begin.
void LayOut(GridClusterData& data) {
  uint64_t costs = 0;
  uint64_t steps = 0;
  for (GridClusterRecord& cluster : data.clusters) {
    const std::span<GridClusterEntrance> own =
        std::span(data.entrances).subspan(cluster.first_entrance, cluster.entrance_count);
    for (GridClusterEntrance& entrance : own) {
      const auto before = std::find_if(own.data(), &entrance, [&](const GridClusterEntrance& other) {
        return other.column == entrance.column && other.row == entrance.row;
      });
      entrance.tree = before == &entrance ? cluster.tree_count++ : before->tree;
    }
    cluster.first_cost = costs;
    cluster.first_step = steps;
    costs += uint64_t{cluster.entrance_count} * cluster.entrance_count;
    steps += uint64_t{cluster.tree_count} * ((cluster.free_count + 1) / 2);
  }
  data.costs.resize(costs);
  data.steps.resize(steps);
}

void WriteTree(const BitGrid& bits, const GridClusterArea& area, const GridClusterFlood& flood,
               uint8_t* steps) {
  uint32_t rank = 0;
  for (uint32_t i = 0; i < area.rows; ++i) {
    for (uint32_t k = 0; k < area.columns; ++k) {
      const Cell cell{area.first.column + static_cast<int32_t>(k), area.first.row + static_cast<int32_t>(i)};
      if (!bits.IsFree(cell)) continue;
      const auto entry = static_cast<uint32_t>(flood.StepAt(cell));
      steps[rank / 2] = static_cast<uint8_t>(steps[rank / 2] | entry << (rank % 2 * 4));
      ++rank;
    }
  }
}

void BakeCluster(const GridGround& ground, const GridClusterTiling& tiling, uint32_t index,
                 GridClusterFlood& flood, GridClusterData& data) {
  const GridClusterRecord& cluster = data.clusters[index];
  const uint32_t count = cluster.entrance_count;
  if (count == 0) return;
  const GridClusterArea area = tiling.AreaOf(ClusterId(index));
  flood.SetCluster(ground, area);
  const std::span<const GridClusterEntrance> own(&data.entrances[cluster.first_entrance], count);
  uint32_t trees = 0;
  for (uint32_t i = 0; i < count; ++i) {
    float* const costs = &data.costs[cluster.first_cost + uint64_t{i} * count];
    if (own[i].tree < trees) {
      const auto same = std::ranges::find(own, own[i].tree, &GridClusterEntrance::tree);
      const auto row = static_cast<uint64_t>(same - own.begin()) * count;
      std::copy_n(&data.costs[cluster.first_cost + row], count, costs);
      continue;
    }
    flood.ToCell({own[i].column, own[i].row});
    for (uint32_t k = 0; k < count; ++k) costs[k] = flood.CostAt({own[k].column, own[k].row});
    WriteTree(ground.bits, area, flood,
              &data.steps[cluster.first_step + trees * ((cluster.free_count + 1) / 2)]);
    ++trees;
  }
}

}  // namespace

GridClusterData BakeGridClusters(const GridView& grid, const GridClusterOptions& options) {
  GridGround ground = BakedGround(grid);
  ground.is_uniform = grid.is_uniform();
  const GridClusterTiling tiling{grid.columns(), grid.rows(), options.side};
  const std::vector<Seam> seams = SeamsOf(tiling);
  std::vector<std::vector<int32_t>> places(seams.size());
  ParallelFor(seams.size(), options.thread_count, [&](size_t i) {
    thread_local Floods floods;
    places[i] = ChoosePlaces(ground, tiling, seams[i], floods);
  });
  GridClusterData data;
  data.clusters.resize(tiling.ClusterCount());
  CountFreeCells(ground.bits, tiling, data);
  AddEntrances(seams, places, data);
  LayOut(data);
  data.header.side = options.side;
  data.header.cluster_count = tiling.ClusterCount();
  data.header.entrance_count = static_cast<uint32_t>(data.entrances.size());
  ParallelFor(data.clusters.size(), options.thread_count, [&](size_t i) {
    thread_local GridClusterFlood flood;
    BakeCluster(ground, tiling, static_cast<uint32_t>(i), flood, data);
  });
  AddLandmarks(ground, options.landmarks, data);
  return data;
}

}  // namespace waystone
