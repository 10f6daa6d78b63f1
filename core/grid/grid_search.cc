#include "core/grid/grid_search.h"

#include "core/grid/jump_search.h"
#include "core/grid/weighted_search.h"

namespace waystone {

GridMethod PickMethod(const GridGround& ground, const GridQuery& query) {
  if (!ground.is_uniform || query.method == GridMethod::kAStar) return GridMethod::kAStar;
  return GridMethod::kJps;
}

void FindGridPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                  GridPath& path) {
  const GridMethod method = PickMethod(ground, query);
  if (method == GridMethod::kAStar) {
    FindWeightedPath(ground, query, workspace.weighted, path);
    return;
  }
  FindJumpPath(ground.bits, query, workspace.jumps, path);
  path.method = method;
  path.cost = path.steps.Length();
}

}  // namespace waystone
