#include "bake/grid/block_baker.h"

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "bake/grid/block_landmarks.h"
#include "core/base/parallel_for.h"
#include "core/grid/block_flood.h"
#include "core/grid/trunk_costs.h"

namespace waystone {
namespace {

// The seam between a block and the one beside or below it, cell by cell: `near` is in the former.
struct Seam {
  uint32_t block;
  uint32_t other;
  Cell near;  // the first of its cells
  Cell step;  // to the next
  Cell across;
  int32_t length;

  Cell NearAt(int32_t i) const { return {near.column + step.column * i, near.row + step.row * i}; }
  Cell FarAt(int32_t i) const {
    return {near.column + step.column * i + across.column, near.row + step.row * i + across.row};
  }
};

std::vector<Seam> SeamsOf(const BlockTiling& tiling) {
  std::vector<Seam> seams;
  for (uint32_t block = 0; block < tiling.BlockCount(); ++block) {
    const BlockArea area = tiling.AreaOf(block);
    const auto columns = static_cast<int32_t>(area.columns);
    const auto rows = static_cast<int32_t>(area.rows);
    if ((block + 1) % tiling.BlockColumns() != 0) {
      const Cell near{area.first.column + columns - 1, area.first.row};
      seams.push_back({block, block + 1, near, {0, 1}, {1, 0}, rows});
    }
    if (block + tiling.BlockColumns() < tiling.BlockCount()) {
      const Cell near{area.first.column, area.first.row + rows - 1};
      seams.push_back({block, block + tiling.BlockColumns(), near, {1, 0}, {0, 1}, columns});
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
  BlockFlood near;
  BlockFlood far;
};

// Leaves out every candidate that a chosen one before stands for: a short path joins the two in both blocks.
std::vector<int32_t> ChoosePlaces(const GridGround& ground, const BlockTiling& tiling, const Seam& seam,
                                  Floods& floods) {
  const auto side = static_cast<int32_t>(tiling.side);
  const std::vector<int32_t> candidates = Candidates(ground.bits, seam, std::max(side / 8, 6));
  std::vector<int32_t> chosen;
  std::vector<bool> is_covered(candidates.size(), false);
  if (candidates.size() > 1) {
    floods.near.SetBlock(ground, tiling.AreaOf(seam.block));
    floods.far.SetBlock(ground, tiling.AreaOf(seam.other));
  }
  const auto reach = static_cast<float>(side) / 8;
  for (size_t i = 0; i < candidates.size(); ++i) {
    if (is_covered[i]) continue;
    chosen.push_back(candidates[i]);
    if (i + 1 == candidates.size()) break;
    floods.near.ToCell(seam.NearAt(candidates[i]), reach);
    floods.far.ToCell(seam.FarAt(candidates[i]), reach);
    for (size_t k = i + 1; k < candidates.size(); ++k) {
      is_covered[k] = is_covered[k] || (floods.near.CostAt(seam.NearAt(candidates[k])) < BlockFlood::kNever &&
                                        floods.far.CostAt(seam.FarAt(candidates[k])) < BlockFlood::kNever);
    }
  }
  return chosen;
}

void CountFreeCells(const BitGrid& bits, const BlockTiling& tiling, BlockData& data) {
  const uint32_t block_columns = tiling.BlockColumns();
  data.ranks.resize(size_t{tiling.rows} * block_columns);
  for (uint32_t block = 0; block < tiling.BlockCount(); ++block) {
    const BlockArea area = tiling.AreaOf(block);
    uint32_t count = 0;
    for (uint32_t i = 0; i < area.rows; ++i) {
      const int32_t row = area.first.row + static_cast<int32_t>(i);
      data.ranks[static_cast<size_t>(row) * block_columns + block % block_columns] =
          static_cast<uint16_t>(count);
      const int32_t first = area.first.column;
      count += CountFreeInRow(bits, row, first, first + static_cast<int32_t>(area.columns));
    }
    data.blocks[block].free_count = count;
  }
}

// Entrances by block, joined to each other.
void AddEntrances(std::span<const Seam> seams, std::span<const std::vector<int32_t>> places,
                  BlockData& data) {
  for (size_t i = 0; i < seams.size(); ++i) {
    data.blocks[seams[i].block].entrance_count += static_cast<uint32_t>(places[i].size());
    data.blocks[seams[i].other].entrance_count += static_cast<uint32_t>(places[i].size());
  }
  uint32_t count = 0;
  std::vector<uint32_t> next;
  for (BlockRecord& block : data.blocks) {
    block.first_entrance = count;
    next.push_back(count);
    count += block.entrance_count;
  }
  data.entrances.resize(count);
  const auto put = [&](Cell cell, uint32_t at, uint32_t partner) {
    data.entrances[at] = {static_cast<uint16_t>(cell.column), static_cast<uint16_t>(cell.row), partner, 0};
  };
  for (size_t i = 0; i < seams.size(); ++i) {
    for (const int32_t place : places[i]) {
      const uint32_t near = next[seams[i].block]++;
      const uint32_t far = next[seams[i].other]++;
      put(seams[i].NearAt(place), near, far);
      put(seams[i].FarAt(place), far, near);
    }
  }
}

// Numbers the trees, one for each cell that has entrances, and sets where the records of each block begin.
void LayOut(BlockData& data) {
  uint64_t costs = 0;
  uint64_t steps = 0;
  for (BlockRecord& block : data.blocks) {
    const std::span<BlockEntrance> own =
        std::span(data.entrances).subspan(block.first_entrance, block.entrance_count);
    for (BlockEntrance& entrance : own) {
      const auto before = std::find_if(own.data(), &entrance, [&](const BlockEntrance& other) {
        return other.column == entrance.column && other.row == entrance.row;
      });
      entrance.tree = before == &entrance ? block.tree_count++ : before->tree;
    }
    block.first_cost = costs;
    block.first_step = steps;
    costs += uint64_t{block.entrance_count} * block.entrance_count;
    steps += uint64_t{block.tree_count} * ((block.free_count + 1) / 2);
  }
  data.costs.resize(costs);
  data.steps.resize(steps);
}

void WriteTree(const BitGrid& bits, const BlockArea& area, const BlockFlood& flood, uint8_t* steps) {
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

void BakeBlock(const GridGround& ground, const BlockTiling& tiling, uint32_t index, BlockFlood& flood,
               BlockData& data) {
  const BlockRecord& block = data.blocks[index];
  if (block.entrance_count == 0) return;
  const BlockArea area = tiling.AreaOf(index);
  flood.SetBlock(ground, area);
  const std::span<const BlockEntrance> own =
      std::span<const BlockEntrance>(data.entrances).subspan(block.first_entrance, block.entrance_count);
  uint32_t trees = 0;
  for (uint32_t i = 0; i < block.entrance_count; ++i) {
    float* const costs = &data.costs[block.first_cost + uint64_t{i} * block.entrance_count];
    if (own[i].tree < trees) {
      const auto same = std::ranges::find(own, own[i].tree, &BlockEntrance::tree);
      const auto row = static_cast<uint64_t>(same - own.begin()) * block.entrance_count;
      std::copy_n(&data.costs[block.first_cost + row], block.entrance_count, costs);
      continue;
    }
    flood.ToCell({own[i].column, own[i].row});
    for (uint32_t k = 0; k < block.entrance_count; ++k) costs[k] = flood.CostAt({own[k].column, own[k].row});
    WriteTree(ground.bits, area, flood, &data.steps[block.first_step + trees * ((block.free_count + 1) / 2)]);
    ++trees;
  }
}

}  // namespace

BlockData BakeBlocks(const GridView& grid, const BlockOptions& options) {
  GridGround ground = BakedGround(grid);
  ground.is_uniform = grid.is_uniform();
  const BlockTiling tiling{grid.columns(), grid.rows(), options.side};
  const std::vector<Seam> seams = SeamsOf(tiling);
  std::vector<std::vector<int32_t>> places(seams.size());
  ParallelFor(seams.size(), options.thread_count, [&](size_t i) {
    thread_local Floods floods;
    places[i] = ChoosePlaces(ground, tiling, seams[i], floods);
  });
  BlockData data;
  data.blocks.resize(tiling.BlockCount());
  CountFreeCells(ground.bits, tiling, data);
  AddEntrances(seams, places, data);
  LayOut(data);
  data.header.side = options.side;
  data.header.block_count = tiling.BlockCount();
  data.header.entrance_count = static_cast<uint32_t>(data.entrances.size());
  ParallelFor(data.blocks.size(), options.thread_count, [&](size_t i) {
    thread_local BlockFlood flood;
    BakeBlock(ground, tiling, static_cast<uint32_t>(i), flood, data);
  });
  AddLandmarks(ground, options.landmarks, data);
  return data;
}

}  // namespace waystone
