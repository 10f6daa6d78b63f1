#include "core/world/grid_walks.h"

#include <algorithm>

#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

double CostOfTurns(const GridGround& ground, const std::vector<Cell>& turns, size_t first) {
  double cost = 0;
  for (size_t i = first + 1; i < turns.size(); ++i) cost += LegCost(ground, turns[i - 1], turns[i]);
  return cost;
}

// Along a table, told with its turns where they are wanted or its cost depends on them.
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

// The walk that begins in the trigger that it is to set off.
GridWalk Reenter(const GridGround& ground, const GridPortals& portals, const StepTable& table, Cell start,
                 std::vector<Cell>* turns) {
  GridWalk best;
  Cell best_next;
  for (uint8_t d = 0; d < kStepDirections; ++d) {
    const Cell next = CellAfter(start, d);
    const double step_cost = StepCost(ground, start, next);
    if (step_cost == std::numeric_limits<double>::infinity()) continue;
    const bool sets_off = table.StepAt(next) == kStepSetsOff;
    if (!sets_off && portals.IsWalkIn(ground.map->IdOf(next))) continue;  // another one's
    const GridWalk rest = sets_off ? GridWalk{.cost = 0} : Follow(ground, table, next, nullptr);
    if (!(step_cost + rest.cost < best.cost)) continue;
    best = {step_cost + rest.cost, rest.steps};
    ++(d < kStraightSteps ? best.steps.cardinal : best.steps.diagonal);
    best_next = next;
  }
  if (turns == nullptr || !best.found()) return best;
  turns->push_back(start);
  Follow(ground, table, best_next, turns);
  return best;
}

}  // namespace

GridWalk WalkAlong(const StepTable& to_exit, const GridGround& ground, const GridPortals& portals, Cell start,
                   std::vector<Cell>* turns) {
  const bool begins_inside = to_exit.StepAt(start) == kStepSetsOff;
  return begins_inside ? Reenter(ground, portals, to_exit, start, turns)
                       : Follow(ground, to_exit, start, turns);
}

GridWalk WalkToExit(const GridGround& ground, const GridPortals& portals, WorldMode mode, uint32_t exit,
                    Cell start, std::vector<Cell>* turns) {
  return WalkAlong(portals.ToExit(mode, exit), ground, portals, start, turns);
}

GridWalk WalkFromArrival(const GridGround& ground, const GridPortals& portals, WorldMode mode,
                         uint32_t arrival, Cell goal, std::vector<Cell>* turns) {
  const size_t first = turns == nullptr ? 0 : turns->size();
  const GridWalk walk = Follow(ground, portals.FromArrival(mode, arrival), goal, turns);
  if (turns != nullptr) std::reverse(turns->begin() + static_cast<std::ptrdiff_t>(first), turns->end());
  return walk;
}

}  // namespace waystone
