#include "core/grid/trigger_search.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "core/grid/cell_costs.h"
#include "core/grid/jump_search.h"
#include "core/grid/octile.h"
#include "core/grid/weighted_frontier.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

void Clear(GridMethod method, GridPath& path) {
  path = {.method = method, .turns = std::move(path.turns)};
  path.turns.clear();
}

bool EndsPaths(const TriggerBits& triggers, Cell cell, const GridQuery& query) {
  return triggers.IsTrigger(SpotOf(cell)) && !(cell == query.start);
}

void FindWeightedPathAroundTriggers(const GridGround& ground, const TriggerBits& triggers,
                                    const GridQuery& query, WeightedWorkspace& workspace, GridPath& path) {
  const auto least = static_cast<double>(LeastCost(ground));
  const auto remaining = [&](Cell cell) { return least * OctileDistance(cell, query.goal); };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(query.start, remaining);
  for (;;) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone) return;
    const Cell cell = frontier.CellOf(node);
    if (cell == query.goal) return frontier.WritePath(node, path);
    if (MustStop(query, path)) return;
    if (!EndsPaths(triggers, cell, query)) frontier.Expand(node, remaining);
  }
}

// Up to which cost targets that were not met yet are worth finding.
class WorthOfTargets {
 public:
  WorthOfTargets(std::span<const TargetCell> cells, const TargetBounds& bounds, size_t count)
      : bounds_(bounds), is_sought_(count, false) {
    for (const TargetCell& cell : cells) is_sought_[cell.target] = true;
    for (size_t i = 0; i < bounds.beyond.size(); ++i) {
      if (bounds.beyond[i] == kInfinite) is_sought_[i] = false;
    }
    Measure();
  }

  void Meet(uint32_t target, double cost) {
    if (!bounds_.beyond.empty())
      least_ = std::min(least_, TargetBounds::WithSlack(cost + bounds_.beyond[target]));
    is_sought_[target] = false;
    Measure();
  }
  double Farthest() const { return farthest_; }

 private:
  void Measure() {
    farthest_ = -1;
    for (size_t i = 0; i < is_sought_.size(); ++i) {
      if (!is_sought_[i]) continue;
      const double beyond = bounds_.beyond.empty() ? 0 : bounds_.beyond[i];
      farthest_ = std::max(farthest_, std::min(least_ - beyond, bounds_.below_cost));
    }
  }

  const TargetBounds bounds_;
  std::vector<bool> is_sought_;  // and not met
  double least_ = kInfinite;     // total over any target, with slack
  double farthest_ = -1;
};

SearchOutcome FindWeightedTargets(const GridGround& ground, const TriggerBits& triggers,
                                  const GridQuery& query, std::span<const TargetCell> cells,
                                  const TargetBounds& bounds, WeightedWorkspace& workspace,
                                  std::span<GridPath> paths) {
  const auto remaining = [](Cell) { return 0.0; };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(query.start, remaining);
  GridPath spent;
  WorthOfTargets worth(cells, bounds, paths.size());
  for (;;) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone || frontier.CostOf(node) > worth.Farthest()) break;
    if (MustStop(query, spent)) return spent.outcome;
    const Cell cell = frontier.CellOf(node);
    const uint32_t id = ground.map->IdOf(cell);
    const auto first = std::lower_bound(cells.begin(), cells.end(), TargetCell{.cell = id});
    for (auto at = first; at != cells.end() && at->cell == id; ++at) {
      if (paths[at->target].outcome == SearchOutcome::kFound) continue;
      frontier.WritePath(node, paths[at->target]);
      worth.Meet(at->target, frontier.CostOf(node));
    }
    if (!EndsPaths(triggers, cell, query)) frontier.Expand(node, remaining);
  }
  return SearchOutcome::kFound;
}

}  // namespace

void FindPathAroundTriggers(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                            GridWorkspace& workspace, GridPath& path) {
  Clear(ground.is_uniform ? GridMethod::kJps : GridMethod::kAStar, path);
  if (!ground.is_uniform) {
    return FindWeightedPathAroundTriggers(ground, triggers, query, workspace.weighted, path);
  }
  FindJumpPathAroundTriggers(ground.bits, triggers, query, workspace.jumps, path);
  path.cost = path.steps.Length();
}

SearchOutcome FindTargets(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                          std::span<const TargetCell> cells, const TargetBounds& bounds,
                          GridWorkspace& workspace, std::span<GridPath> paths) {
  for (GridPath& each : paths) Clear(ground.is_uniform ? GridMethod::kJps : GridMethod::kAStar, each);
  if (cells.empty()) return SearchOutcome::kFound;
  return ground.is_uniform
             ? FindTargetsByJumps(ground.bits, triggers, query, cells, bounds, workspace.jumps, paths)
             : FindWeightedTargets(ground, triggers, query, cells, bounds, workspace.weighted, paths);
}

}  // namespace waystone
