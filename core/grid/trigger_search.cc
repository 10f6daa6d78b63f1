#include "core/grid/trigger_search.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/grid/cell_costs.h"
#include "core/grid/jump_search.h"
#include "core/grid/octile.h"
#include "core/grid/weighted_frontier.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

void Clear(GridMethod method, GridPath& path) {
  path = {.method = method, .turns = std::move(path.turns)};
  path.turns.clear();
}

bool EndsWays(const TriggerBits& triggers, Cell cell, const GridQuery& query) {
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
    if (cell == query.goal) return frontier.WriteWay(node, path);
    if (MustStop(query, path)) return;
    if (!EndsWays(triggers, cell, query)) frontier.Expand(node, remaining);
  }
}

// Those that have cells.
size_t CountTargets(std::span<const TargetCell> cells, size_t most) {
  std::vector<bool> has_cells(most, false);
  for (const TargetCell& cell : cells) has_cells[cell.target] = true;
  return static_cast<size_t>(std::count(has_cells.begin(), has_cells.end(), true));
}

GridOutcome FindWeightedTargets(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                                std::span<const TargetCell> cells, double below_cost,
                                WeightedWorkspace& workspace, std::span<GridPath> ways) {
  const auto remaining = [](Cell) { return 0.0; };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(query.start, remaining);
  GridPath spent;
  for (size_t missing = CountTargets(cells, ways.size()); missing > 0;) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone || frontier.CostOf(node) >= below_cost) break;
    if (MustStop(query, spent)) return spent.outcome;
    const Cell cell = frontier.CellOf(node);
    const uint32_t id = ground.map->IdOf(cell);
    const auto first = std::lower_bound(cells.begin(), cells.end(), TargetCell{.cell = id});
    for (auto at = first; at != cells.end() && at->cell == id; ++at) {
      if (ways[at->target].outcome == GridOutcome::kFound) continue;
      frontier.WriteWay(node, ways[at->target]);
      --missing;
    }
    if (!EndsWays(triggers, cell, query)) frontier.Expand(node, remaining);
  }
  return GridOutcome::kFound;
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

GridOutcome FindTargets(const GridGround& ground, const TriggerBits& triggers, const GridQuery& query,
                        std::span<const TargetCell> cells, double below_cost, GridWorkspace& workspace,
                        std::span<GridPath> ways) {
  for (GridPath& way : ways) Clear(ground.is_uniform ? GridMethod::kJps : GridMethod::kAStar, way);
  if (cells.empty()) return GridOutcome::kFound;
  return ground.is_uniform
             ? FindTargetsByJumps(ground.bits, triggers, query, cells, below_cost, workspace.jumps, ways)
             : FindWeightedTargets(ground, triggers, query, cells, below_cost, workspace.weighted, ways);
}

}  // namespace waystone
