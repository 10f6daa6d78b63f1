#include "core/grid/jump_search.h"

#include "core/grid/jump_point_search.h"

namespace waystone {

void FindJumpPath(const BitGrid& bits, const GridQuery& query, JumpScratch& scratch, GridPath& path) {
  JumpPointSearch(BitJumps(bits, SpotOf(query.goal)), query, scratch).Run(path);
}

}  // namespace waystone
