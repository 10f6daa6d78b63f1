#include "core/world/block_walks.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/grid/block_search.h"
#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"

namespace waystone {
namespace {

double Beyond(const TargetBounds& bounds, uint32_t index) {
  return bounds.beyond.empty() ? 0 : bounds.beyond[index];
}

}  // namespace

// The nearest of the cells, the first of equals.
void BlockWalks::AddTarget(Cell from, uint32_t index, std::span<const uint32_t> cells,
                           const TargetBounds& bounds) {
  Target target{std::numeric_limits<double>::infinity(), index, {}};
  for (const uint32_t id : cells) {
    const Cell cell = ground_.map->CellOf(id);
    const double apart = OctileDistance(from, cell);
    if (apart < target.least) target = {apart, index, cell};
  }
  target.least = target.least * static_cast<double>(LeastCost(ground_)) + Beyond(bounds, index);
  if (target.least < std::numeric_limits<double>::infinity()) targets_.push_back(target);
}

// The targets one by one, until no other is worth it.
GridOutcome BlockWalks::Search(Cell from, const TargetBounds& bounds, std::span<GridPath> ways) {
  std::stable_sort(targets_.begin(), targets_.end(),
                   [](const Target& a, const Target& b) { return a.least < b.least; });
  lost_.clear();
  double best = std::numeric_limits<double>::infinity();
  for (const Target& target : targets_) {
    const double beyond = Beyond(bounds, target.index);
    if (!bounds.beyond.empty() && target.least > TargetBounds::WithSlack(best)) break;
    if (target.least - beyond >= bounds.below_cost) continue;
    GridPath& way = ways[target.index];
    GridQuery query = limits_;
    query.start = from;
    query.goal = target.cell;
    FindBlockPath(ground_, *ground_.map->blocks(), query, workspace_.blocks, way);
    way.method = GridMethod::kBlocks;
    if (way.outcome == GridOutcome::kNoWay) {
      lost_.push_back(target.index);
    } else if (way.outcome != GridOutcome::kFound) {
      return way.outcome;
    } else {
      best = std::min(best, way.cost + beyond);
    }
  }
  return GridOutcome::kFound;
}

// That blocks know no way is held against the map itself.
void BlockWalks::TakeLost(std::span<GridPath> found, std::span<GridPath> ways) const {
  for (const uint32_t index : lost_) ways[index] = std::move(found[index]);
}

GridOutcome BlockWalks::ToExits(Cell start, uint32_t first, const TargetBounds& bounds,
                                std::span<GridPath> ways) {
  targets_.clear();
  for (uint32_t i = 0; i < ways.size(); ++i) {
    ways[i] = {};
    AddTarget(start, i, portals_.TriggerCells(first + i), bounds);
  }
  const GridOutcome outcome = Search(start, bounds, ways);
  if (lost_.empty() || outcome != GridOutcome::kFound) return outcome;
  // Other cells of the trigger may be joined to the start.
  std::vector<GridPath> found(ways.size());
  const GridOutcome end = searched_.ToExits(start, first, {.below_cost = bounds.below_cost}, found);
  TakeLost(found, ways);
  return end;
}

GridOutcome BlockWalks::FromArrivals(std::span<const uint32_t> arrivals, Cell goal,
                                     const TargetBounds& bounds, std::span<GridPath> ways) {
  targets_.clear();
  for (uint32_t i = 0; i < ways.size(); ++i) {
    ways[i] = {};
    AddTarget(goal, i, arrivals.subspan(i, 1), bounds);
  }
  const GridOutcome outcome = Search(goal, bounds, ways);
  for (GridPath& way : ways) std::reverse(way.turns.begin(), way.turns.end());
  if (lost_.empty() || outcome != GridOutcome::kFound) return outcome;
  std::vector<GridPath> found(ways.size());
  const GridOutcome end = searched_.FromArrivals(arrivals, goal, {.below_cost = bounds.below_cost}, found);
  TakeLost(found, ways);
  return end;
}

}  // namespace waystone
