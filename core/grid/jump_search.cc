#include "core/grid/jump_search.h"

#include "core/grid/goal_bounds.h"
#include "core/grid/jump_bits.h"
#include "core/grid/jump_point_search.h"
#include "core/grid/jump_table.h"

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

}  // namespace waystone
