// Farthest-point sampling (Gonzalez 1985): costs to the nearest point are kept for all cells. A search from
// each new point lowers them, and stops at cells to which another point is nearer.
#include "bake/grid/trunk_points.h"

#include <algorithm>
#include <limits>
#include <span>

#include "core/graph/best_first.h"
#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();

class Spreader {
 public:
  explicit Spreader(const GridView& grid) : grid_(grid) {
    ground_.map = &grid;
    ground_.bits = grid.bits();
    ground_.is_uniform = grid.is_uniform();
    std::copy_n(grid.header().area_cost, kMaxGridAreas, ground_.area_cost.begin());
    costs_.assign(size_t{grid.columns()} * grid.rows(), 0);
    for (uint32_t id = 0; id < costs_.size(); ++id) {
      if (grid.IsFree(grid.CellOf(id))) costs_[id] = kInfinite;
    }
  }

  // Blocked cells and points cost 0.
  uint32_t Farthest() const {
    return static_cast<uint32_t>(std::ranges::max_element(costs_) - costs_.begin());
  }
  float CostOf(uint32_t id) const { return costs_[id]; }

  // Lowers costs by the paths from a new point; returns how many cells are nearer to it than to those before.
  uint64_t Add(uint32_t point) {
    uint64_t count = 0;
    costs_[point] = 0;
    open_.Push({0, point});
    SpreadCosts(std::span(costs_), open_, [&](uint32_t id, float cost, const auto& reach) {
      ++count;
      const Cell at = grid_.CellOf(id);
      for (const Cell step : {Cell{1, 0}, Cell{-1, 0}, Cell{0, 1}, Cell{0, -1}, Cell{1, 1}, Cell{-1, 1},
                              Cell{1, -1}, Cell{-1, -1}}) {
        const Cell next{at.column + step.column, at.row + step.row};
        if (grid_.IsFree(next))
          reach(grid_.IdOf(next), cost + static_cast<float>(StepCost(ground_, at, next)));
      }
    });
    return count;
  }

 private:
  const GridView& grid_;
  GridGround ground_;
  std::vector<float> costs_;  // by cell, to the nearest point
  OpenNodes<float> open_;
};

}  // namespace

std::vector<uint32_t> SpreadTrunkPoints(const GridView& grid, uint32_t count) {
  Spreader spreader(grid);
  const uint64_t least_cells = grid.header().free_count / (uint64_t{4} * std::max(count, 1U));
  std::vector<uint32_t> points;
  // Each round takes away a piece of ground or gives a point.
  while (points.size() < count) {
    const uint32_t id = spreader.Farthest();
    const float cost = spreader.CostOf(id);
    if (cost == 0) break;
    const uint64_t cells = spreader.Add(id);
    if (cost == kInfinite && cells < least_cells) continue;
    points.push_back(id);
  }
  std::ranges::sort(points);
  return points;
}

}  // namespace waystone
