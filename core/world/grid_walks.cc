#include "core/world/grid_walks.h"

#include <algorithm>

#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

bool IsEnd(uint8_t step) { return step == kStepHere || step == kStepSetsOff; }

double CostOfTurns(const GridGround& ground, const std::vector<Cell>& turns, size_t first) {
  double cost = 0;
  for (size_t i = first + 1; i < turns.size(); ++i) cost += LegCost(ground, turns[i - 1], turns[i]);
  return cost;
}

// Walks along a table. Records the turns if they are wanted or the cost depends on them.
GridWalk Follow(const GridGround& ground, const StepTable& table, Cell from, std::vector<Cell>* turns) {
  std::vector<Cell> own_turns;
  if (turns == nullptr && !ground.is_uniform) turns = &own_turns;
  const size_t first = turns == nullptr ? 0 : turns->size();
  const StepWalk walk = FollowSteps(table, from, turns);
  if (!walk.arrives) {
    if (turns != nullptr) turns->resize(first);
    return {};
  }
  return {.cost = ground.is_uniform ? walk.steps.Length() : CostOfTurns(ground, *turns, first),
          .steps = walk.steps};
}

// For a start in a trigger: the cheapest walk that steps to the end of the table, or out of all triggers and
// from there along the table.
GridWalk StepOut(const GridGround& ground, const GridPortals& portals, const StepTable& table, Cell start,
                 std::vector<Cell>* turns) {
  GridWalk best;
  uint8_t best_step = kStepNone;
  for (uint8_t d = 0; d < kStepDirections; ++d) {
    const Cell next = CellAfter(start, d);
    const double step_cost = StepCost(ground, start, next);
    if (step_cost == std::numeric_limits<double>::infinity()) continue;
    if (!IsEnd(table.StepAt(next)) && portals.IsWalkIn(ground.map->IdOf(next))) continue;
    const GridWalk rest = Follow(ground, table, next, nullptr);
    if (!(step_cost + rest.cost < best.cost)) continue;
    best = {step_cost + rest.cost, rest.steps};
    ++(d < kStraightSteps ? best.steps.cardinal : best.steps.diagonal);
    best_step = d;
  }
  if (turns == nullptr || !best.found()) return best;
  const Cell next = CellAfter(start, best_step);
  turns->push_back(start);
  const auto at = static_cast<std::ptrdiff_t>(turns->size());
  Follow(ground, table, next, turns);
  if (table.StepAt(next) == best_step) turns->erase(turns->begin() + at);
  return best;
}

}  // namespace

GridWalk WalkAlong(const StepTable& to_exit, const GridGround& ground, const GridPortals& portals, Cell start,
                   std::vector<Cell>* turns) {
  const bool begins_inside = to_exit.StepAt(start) == kStepSetsOff;
  return begins_inside ? StepOut(ground, portals, to_exit, start, turns)
                       : Follow(ground, to_exit, start, turns);
}

GridWalk WalkToExit(const GridGround& ground, const GridPortals& portals, WorldMode mode, MapExitId exit,
                    Cell start, std::vector<Cell>* turns) {
  return WalkAlong(portals.ToExit(mode, exit), ground, portals, start, turns);
}

GridWalk WalkFromArrival(const GridGround& ground, const GridPortals& portals, WorldMode mode,
                         MapArrivalId arrival, Cell goal, std::vector<Cell>* turns) {
  const size_t first = turns == nullptr ? 0 : turns->size();
  const StepTable table = portals.FromArrival(mode, arrival);
  const bool ends_inside = mode == WorldMode::kWalkInTeleports && portals.IsWalkIn(ground.map->IdOf(goal)) &&
                           !IsEnd(table.StepAt(goal));
  const GridWalk walk =
      ends_inside ? StepOut(ground, portals, table, goal, turns) : Follow(ground, table, goal, turns);
  if (turns != nullptr) std::reverse(turns->begin() + static_cast<std::ptrdiff_t>(first), turns->end());
  return walk;
}

}  // namespace waystone
