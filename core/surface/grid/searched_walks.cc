#include "core/surface/grid/searched_walks.h"

#include <algorithm>
#include <limits>

#include "core/grid/cell_costs.h"
#include "core/grid/step_table.h"

namespace waystone {

// A cell sets off the first of the exits whose triggers it lies in.
std::vector<TargetCell> SearchedWalks::CellsThatSetOff() const {
  std::vector<TargetCell> cells;
  for (uint32_t i = 0; i < is_walk_in_.size(); ++i) {
    if (!IsSetOff(MapExitId(i))) continue;
    for (const uint32_t cell : portals_.TriggerCells(MapExitId(i))) cells.push_back({cell, i});
  }
  std::sort(cells.begin(), cells.end());
  const auto is_same_cell = [](const TargetCell& a, const TargetCell& b) { return a.cell == b.cell; };
  cells.erase(std::unique(cells.begin(), cells.end(), is_same_cell), cells.end());
  return cells;
}

// Adds the cells at which paths to the exit end. True if the start, which is left out, is one of them.
bool SearchedWalks::AddCells(MapExitId exit, uint32_t target, Cell start) {
  bool has_start = false;
  for (const uint32_t cell : portals_.TriggerCells(exit)) {
    const bool is_start = cell == ground_.map->IdOf(start);
    const auto at = std::lower_bound(sets_off_.begin(), sets_off_.end(), TargetCell{.cell = cell});
    const bool is_trigger = at != sets_off_.end() && at->cell == cell;
    const bool ends_here = IsSetOff(exit) ? at->target == exit.value() : !is_trigger || is_start;
    if (!ends_here) continue;
    has_start = has_start || is_start;
    if (!is_start) targets_.push_back({cell, target});
  }
  return has_start;
}

// A step out of the trigger and back: no path out of it and back is cheaper.
GridPath SearchedWalks::Reenter(Cell start) const {
  GridPath path;
  path.cost = std::numeric_limits<double>::infinity();
  for (uint8_t d = 0; d < kStepDirections; ++d) {
    const Cell next = CellAfter(start, d);
    const double cost = 2 * StepCost(ground_, start, next);
    if (!(cost < path.cost) || portals_.IsWalkIn(ground_.map->IdOf(next))) continue;
    path.outcome = SearchOutcome::kFound;
    path.cost = cost;
    path.turns = {start, next, start};
    path.steps = d < kStraightSteps ? GridSteps{2, 0} : GridSteps{0, 2};
  }
  return path;
}

SearchOutcome SearchedWalks::Search(Cell from, const TargetBounds& bounds, std::span<GridPath> paths) {
  std::sort(targets_.begin(), targets_.end());
  std::vector<uint32_t> looked_for;
  looked_for.reserve(targets_.size());
  for (const TargetCell& target : targets_) looked_for.push_back(target.cell);
  workspace_.triggers.Set(ground_.bits, teleports_ ? portals_.WalkInCells() : std::span<const uint32_t>(),
                          looked_for);
  GridQuery query = limits_;
  query.start = from;
  return FindTargets(ground_, workspace_.triggers, query, targets_, bounds, workspace_.grid, paths);
}

SearchOutcome SearchedWalks::ToExits(Cell start, MapExitId first, const TargetBounds& bounds,
                                     std::span<GridPath> paths) {
  sets_off_ = CellsThatSetOff();
  targets_.clear();
  std::vector<uint32_t> begun;  // exits in whose triggers the start lies
  for (uint32_t i = 0; i < paths.size(); ++i) {
    const MapExitId exit(first.value() + i);
    const size_t before = targets_.size();
    if (!AddCells(exit, i, start)) continue;
    begun.push_back(i);
    if (!IsSetOff(exit)) targets_.resize(before);
  }
  const SearchOutcome outcome = Search(start, bounds, paths);
  for (const uint32_t i : begun) {
    if (!IsSetOff(MapExitId(first.value() + i))) {
      paths[i] = {};
      paths[i].outcome = SearchOutcome::kFound;
      paths[i].turns = {start};
      continue;
    }
    GridPath again = Reenter(start);
    const bool is_found = paths[i].outcome == SearchOutcome::kFound;
    if (again.outcome == SearchOutcome::kFound && !(is_found && paths[i].cost <= again.cost)) {
      paths[i] = std::move(again);
    }
  }
  return outcome;
}

SearchOutcome SearchedWalks::FromArrivals(std::span<const uint32_t> arrivals, Cell goal,
                                          const TargetBounds& bounds, std::span<GridPath> paths) {
  targets_.clear();
  const uint32_t goal_id = ground_.map->IdOf(goal);
  for (uint32_t i = 0; i < arrivals.size(); ++i) {
    const bool is_sought = arrivals[i] != goal_id && ground_.bits.IsFree(ground_.map->CellOf(arrivals[i]));
    if (is_sought) targets_.push_back({arrivals[i], i});
  }
  const SearchOutcome outcome = Search(goal, bounds, paths);
  for (uint32_t i = 0; i < arrivals.size(); ++i) {
    std::reverse(paths[i].turns.begin(), paths[i].turns.end());
    if (arrivals[i] != goal_id) continue;
    paths[i].outcome = SearchOutcome::kFound;
    paths[i].turns = {goal};
  }
  return outcome;
}

}  // namespace waystone
