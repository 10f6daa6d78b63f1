#include "core/grid/block_search.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
// The remaining cost is weighted a little higher than its bound, so that the search skips some paths that
// cost nearly the same.
constexpr float kDetour = 1.02F;

class BlockRouter {
 public:
  BlockRouter(const GridGround& ground, const BlockView& blocks, const GridQuery& query,
              BlockWorkspace& workspace, GridPath& path)
      : ground_(ground),
        blocks_(blocks),
        query_(query),
        ws_(workspace),
        path_(path),
        start_block_(blocks.tiling().BlockOf(query.start)),
        goal_block_(blocks.tiling().BlockOf(query.goal)),
        least_(static_cast<double>(LeastCost(ground))) {}

  void Find() {
    path_.turns.clear();
    path_.steps = {};
    path_.cost = 0;
    path_.cost_ratio = 1;
    path_.expanded = 0;
    path_.outcome = SearchOutcome::kExhausted;
    Begin();
    if (ws_.search.Run(*this) != PartitionEnd::kArrived) return;
    path_.outcome = SearchOutcome::kFound;
    if (!ReadCells()) {
      path_.outcome = SearchOutcome::kExhausted;
      return;
    }
    ws_.shortener.Shorten(ground_, ws_.cells, path_);
    const double least = least_ * OctileDistance(query_.start, query_.goal);
    path_.cost_ratio = least > 0 ? std::max(1.0, path_.cost / least) : 1;
  }

  // Lower bound of the cost from an entrance to the goal, over entrances.
  float Left(uint32_t entrance) const {
    float left = static_cast<float>(least_ * OctileDistance(blocks_.CellOf(entrance), query_.goal));
    const std::span<const float> costs = blocks_.LandmarkCosts(entrance);
    for (size_t i = 0; i < costs.size(); ++i) {
      // If neither cost is finite, the difference is NaN, which is never greater.
      const float apart = std::abs(costs[i] - ws_.goal_landmarks[i]);
      left = apart > left ? apart : left;
    }
    return kDetour * left;
  }
  double Head(uint32_t entrance) const { return Follow(start_block_, entrance, query_.start, nullptr); }
  bool MustStop() { return waystone::MustStop(query_, path_); }
  void Expand(uint32_t entrance, float cost) {
    const uint32_t partner = blocks_.entrance(entrance).partner;
    const uint32_t behind = blocks_.tiling().BlockOf(blocks_.CellOf(partner));
    const double entered = static_cast<double>(cost) + StepThrough(entrance);
    const BlockRecord& block = blocks_.block(behind);
    if (behind == goal_block_) {
      ws_.search.Arrive(entered + static_cast<double>(ws_.tails[partner - block.first_entrance]), entrance);
    }
    uint32_t to = block.first_entrance;
    for (const float by : blocks_.CostsFrom(block, partner)) {
      if (by < BlockFlood::kNever && to != partner) {
        ws_.search.Reach(*this, to, static_cast<float>(entered + static_cast<double>(by)), entrance);
      }
      ++to;
    }
  }

 private:
  // [cells] The cost of stepping through an entrance into the next block.
  double StepThrough(uint32_t entrance) const {
    if (ground_.is_uniform) return 1;
    return StepCost(ground_, blocks_.CellOf(entrance), blocks_.CellOf(blocks_.entrance(entrance).partner));
  }
  double Follow(uint32_t block, uint32_t entrance, Cell from, std::vector<Cell>* cells) const {
    return FollowBlockTree(ground_, blocks_, block, blocks_.entrance(entrance).tree, from, cells);
  }

  // The path within the block, if start and goal share one.
  double Direct() {
    if (start_block_ != goal_block_) return kInfinite;
    ws_.flood.SetBlock(ground_, blocks_.tiling().AreaOf(goal_block_));
    ws_.flood.ToCell(query_.goal);
    const float cost = ws_.flood.CostAt(query_.start);
    return cost < BlockFlood::kNever ? static_cast<double>(cost) : kInfinite;
  }

  // Costs from the entrances of the goal's block to the goal, and from them the costs from all landmarks.
  void MeasureTails() {
    const BlockRecord& block = blocks_.block(goal_block_);
    ws_.tails.clear();
    ws_.goal_landmarks.assign(blocks_.header().landmark_count, BlockFlood::kNever);
    for (uint32_t i = block.first_entrance; i < block.first_entrance + block.entrance_count; ++i) {
      const auto tail = static_cast<float>(Follow(goal_block_, i, query_.goal, nullptr));
      ws_.tails.push_back(tail);
      const std::span<const float> costs = blocks_.LandmarkCosts(i);
      for (size_t k = 0; k < costs.size(); ++k) {
        ws_.goal_landmarks[k] = std::min(ws_.goal_landmarks[k], costs[k] + tail);
      }
    }
  }

  void Begin() {
    MeasureTails();
    ws_.search.Begin(blocks_.entrances().size(), Direct());
    const BlockRecord& block = blocks_.block(start_block_);
    for (uint32_t i = block.first_entrance; i < block.first_entrance + block.entrance_count; ++i) {
      const Cell cell = blocks_.CellOf(i);
      const auto head = static_cast<float>(least_ * OctileDistance(query_.start, cell));
      ws_.search.Open(i, head + Left(i));
    }
  }

  // Reads all cells of the path. False if the trees do not fit the costs.
  bool ReadCells() {
    ws_.cells.clear();
    ws_.cells.push_back(query_.start);
    ws_.search.ReadPath(ws_.entrances);
    if (ws_.entrances.empty()) return FollowFlood();
    uint32_t block = start_block_;
    for (const uint32_t at : ws_.entrances) {
      if (!(Follow(block, at, ws_.cells.back(), &ws_.cells) < kInfinite)) return false;
      if (!(ws_.cells.back() == blocks_.CellOf(at))) return false;
      ws_.cells.push_back(blocks_.CellOf(blocks_.entrance(at).partner));
      block = blocks_.tiling().BlockOf(ws_.cells.back());
    }
    ws_.tail.assign(1, query_.goal);
    const uint32_t partner = blocks_.entrance(ws_.entrances.back()).partner;
    if (!(Follow(block, partner, query_.goal, &ws_.tail) < kInfinite)) return false;
    if (!(ws_.tail.back() == ws_.cells.back())) return false;
    ws_.cells.insert(ws_.cells.end(), ws_.tail.rbegin() + 1, ws_.tail.rend());
    return true;
  }

  // The path within one block, read from ws_.flood.
  bool FollowFlood() {
    while (!(ws_.cells.back() == query_.goal)) {
      ws_.cells.push_back(CellAfter(ws_.cells.back(), ws_.flood.StepAt(ws_.cells.back())));
    }
    return true;
  }

  const GridGround& ground_;
  const BlockView& blocks_;
  const GridQuery& query_;
  BlockWorkspace& ws_;
  GridPath& path_;
  const uint32_t start_block_;
  const uint32_t goal_block_;
  const double least_;  // [per cell of path]
};

}  // namespace

bool DoBlocksServe(const GridGround& ground) {
  if (ground.map->blocks() == nullptr || ground.is_changed) return false;
  if (ground.is_uniform || ground.map->is_uniform()) return ground.is_uniform == ground.map->is_uniform();
  for (uint64_t areas = ground.map->used_areas(); areas != 0; areas &= areas - 1) {
    const auto area = static_cast<size_t>(std::countr_zero(areas));
    if (ground.area_cost[area] != ground.map->header().area_cost[area]) return false;
  }
  return true;
}

void FindBlockPath(const GridGround& ground, const BlockView& blocks, const GridQuery& query,
                   BlockWorkspace& workspace, GridPath& path) {
  BlockRouter(ground, blocks, query, workspace, path).Find();
}

}  // namespace waystone
