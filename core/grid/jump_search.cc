#include "core/grid/jump_search.h"

#include "core/grid/goal_bounds.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_point_search.h"
#include "core/grid/jump_table.h"
#include "core/grid/jump_targets.h"
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

void FindJumpPathAroundTriggers(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                                JumpScratch& scratch, GridPath& path) {
  JumpPointSearch(TriggerJumps(bits, triggers, SpotOf(query.goal)), query, scratch).Run(path);
}

SearchOutcome FindTargetsByJumps(const BitGrid& bits, const TriggerBits& triggers, const GridQuery& query,
                                 std::span<const TargetCell> cells, const TargetBounds& bounds,
                                 JumpScratch& scratch, std::span<GridPath> paths) {
  JumpTargets targets(cells, paths.size(), bits.columns, bounds);
  JumpPointSearch search(TriggerJumps(bits, triggers, GridSpot{}), query, scratch, targets);
  const SearchOutcome outcome = search.RunToTargets();
  for (size_t i = 0; i < paths.size(); ++i) {
    const JumpTargets::Met& met = targets.met()[i];
    const bool is_certain = met.length <= targets.Farthest() && scratch.IsFinal(met.length);
    if (met.length == kNoLength || !is_certain) continue;
    paths[i].outcome = SearchOutcome::kFound;
    search.TraceNode(met.node, paths[i]);
    paths[i].cost = paths[i].steps.Length();
  }
  return outcome;
}

}  // namespace waystone
