#include "core/grid/grid_search.h"

#include <algorithm>
#include <limits>

#include "core/grid/jump_search.h"
#include "core/grid/trunk_search.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

// By its name, with any ratio where none is given; else only where it saves time: jump points are as fast.
bool MayTakeTrunk(const GridGround& ground, const GridQuery& query) {
  const TrunkView* trunk = ground.map->trunk();
  if (trunk == nullptr) return false;
  if (query.method == GridMethod::kTrunk) return true;
  return query.method == GridMethod::kAuto && query.max_cost_ratio > 1 && !ground.is_uniform &&
         DoesTrunkPay(ground, *trunk, query.start, query.goal);
}

GridMethod PickExactMethod(const GridGround& ground, const GridQuery& query) {
  if (!ground.is_uniform || query.method == GridMethod::kAStar) return GridMethod::kAStar;
  if (ground.is_changed || query.method == GridMethod::kJps) return GridMethod::kJps;
  const GridView& map = *ground.map;
  const bool has_jumps = !map.jumps().empty();
  const bool has_bounds = !map.bound_words().empty();
  if (has_jumps && query.method == GridMethod::kJpsPlus) return GridMethod::kJpsPlus;
  if (has_bounds && query.method == GridMethod::kBounded) return GridMethod::kBounded;
  if (!map.hierarchy().empty()) return GridMethod::kHierarchy;
  if (has_bounds) return GridMethod::kBounded;
  return has_jumps ? GridMethod::kJpsPlus : GridMethod::kJps;
}

void FindExactPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                   GridPath& path) {
  const GridMethod method = PickExactMethod(ground, query);
  if (method == GridMethod::kAStar) {
    FindWeightedPath(ground, query, workspace.weighted, path);
    return;
  }
  if (method == GridMethod::kHierarchy) {
    workspace.hierarchy.Run(ground.map->hierarchy(), ground.bits, query, path);
  } else if (method == GridMethod::kBounded) {
    FindGoalBoundedPath(*ground.map, query, workspace.jumps, path);
  } else if (method == GridMethod::kJpsPlus) {
    FindTablePath(*ground.map, query, workspace.jumps, path);
  } else {
    FindJumpPath(ground.bits, query, workspace.jumps, path);
  }
  path.method = method;
  path.cost = path.steps.Length();
}

// False where nothing over the trunk is good enough; path.expanded is what that took.
bool FindBoundedPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                     GridPath& path) {
  const bool is_any_good = query.method == GridMethod::kTrunk && query.max_cost_ratio == 0;
  const double max_ratio = is_any_good ? std::numeric_limits<double>::infinity() : query.max_cost_ratio;
  return FindTrunkPath(ground, *ground.map->trunk(), query, max_ratio, workspace.weighted, workspace.trunk,
                       path);
}

}  // namespace

GridMethod PickMethod(const GridGround& ground, const GridQuery& query) {
  return MayTakeTrunk(ground, query) ? GridMethod::kTrunk : PickExactMethod(ground, query);
}

void FindGridPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                  GridPath& path) {
  GridQuery exact = query;
  uint64_t spent = 0;
  if (MayTakeTrunk(ground, query)) {
    if (FindBoundedPath(ground, query, workspace, path)) return;
    spent = path.expanded;
    exact.max_expansions -= static_cast<uint32_t>(std::min<uint64_t>(spent, exact.max_expansions));
  }
  path.cost_ratio = 1;
  FindExactPath(ground, exact, workspace, path);
  path.expanded += spent;
}

}  // namespace waystone
