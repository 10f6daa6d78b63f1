#include "core/grid/jump_search.h"

#include <utility>

#include "core/grid/goal_bounds.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_point_search.h"
#include "core/grid/jump_table.h"
#include "core/grid/trigger_jumps.h"

namespace waystone {

void FindJumpPath(const BitGrid& bits, const GridQuery& query, JumpScratch& scratch, GridPath& path) {
  JumpPointSearch(BitJumps(bits, SpotOf(query.goal)), query, scratch).Run(path);
}

void FindTablePath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path) {
  JumpPointSearch(TableJumps(map.bits(), map.jumps().data(), SpotOf(query.goal)), query, scratch).Run(path);
}

void FindGoalBoundedPath(const GridView& map, const GridQuery& query, JumpScratch& scratch, GridPath& path) {
  JumpPointSearch(BoundedJumps(map, SpotOf(query.goal)), query, scratch).Run(path);
}

void FindPathAroundTriggers(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                            JumpScratch& scratch, GridPath& path) {
  path.method = GridMethod::kJps;
  if (triggers.IsTrigger(SpotOf(query.goal)) && !(query.start == query.goal)) {
    path = {.method = GridMethod::kJps, .turns = std::move(path.turns)};
    path.turns.clear();
    return;
  }
  JumpPointSearch(TriggerJumps(bits, triggers, SpotOf(query.goal)), query, scratch).Run(path);
  path.cost = path.steps.Length();
}

}  // namespace waystone
