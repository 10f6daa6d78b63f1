#include "core/grid/grid_search.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/grid/cell_costs.h"
#include "core/grid/grid_cluster_search.h"
#include "core/grid/jump_search.h"
#include "core/grid/straight_line.h"
#include "core/grid/trunk_search.h"
#include "core/grid/weighted_search.h"

namespace waystone {
namespace {

// Limit of the exact search between clusters that are near each other.
constexpr uint32_t kNearExpansions = 1'000;

// Yes if the method is kTrunk; with kAuto only if the query allows a ratio and the trunk saves time: on
// uniform ground jump points are as fast.
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
  if (!map.hub_labels().empty()) return GridMethod::kHubLabels;
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
  if (method == GridMethod::kHubLabels) {
    workspace.hub_labels.Run(ground.map->hub_labels(), ground.bits, query, path);
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

// Yes if the method is kClusters; with kAuto only if the query allows a ratio, and the best path is long and
// has to be searched.
bool MayTakeClusters(const GridGround& ground, const GridQuery& query) {
  if (!DoGridClustersServe(ground)) return false;
  if (query.method == GridMethod::kClusters) return true;
  if (query.method != GridMethod::kAuto || !(query.max_cost_ratio > 1)) return false;
  const GridMethod exact = PickExactMethod(ground, query);
  return (exact == GridMethod::kJps || exact == GridMethod::kAStar) &&
         !ground.map->clusters()->tiling().AreNear(query.start, query.goal);
}

// The known path is good enough if no path costs less than its cost divided by the ratio: the exact search
// goes only as far as it takes to prove that. REQUIRES: workspace.trunk.known is a path.
void ProveOrImprove(const GridGround& ground, const GridQuery& query, double max_ratio,
                    GridWorkspace& workspace, GridPath& path) {
  GridPath& known = workspace.trunk.known;
  const bool is_ended =
      FindWeightedPathBelow(ground, query, known.cost / max_ratio, workspace.weighted, path);
  if (is_ended && (path.outcome == SearchOutcome::kFound || path.outcome == SearchOutcome::kExhausted))
    return;
  if (is_ended) {
    known.outcome = path.outcome;
  } else {
    known.cost_ratio = max_ratio;
  }
  known.expanded = path.expanded;
  std::swap(path, known);
}

// The result in `path`, found or not, is not good enough yet. Adds to the expansions.
void GoOnExactly(const GridGround& ground, const GridQuery& query, double max_ratio, GridWorkspace& workspace,
                 GridPath& path) {
  const uint64_t spent = path.expanded;
  GridQuery exact = query;
  exact.max_expansions -= static_cast<uint32_t>(std::min<uint64_t>(spent, exact.max_expansions));
  GridPath& known = workspace.trunk.known;
  const bool is_known = path.outcome == SearchOutcome::kFound;
  if (is_known) std::swap(path, known);
  path.cost_ratio = 1;
  if (is_known && PickExactMethod(ground, query) == GridMethod::kAStar) {
    ProveOrImprove(ground, exact, max_ratio, workspace, path);
  } else {
    FindExactPath(ground, exact, workspace, path);
    const bool is_ended = path.outcome == SearchOutcome::kFound || path.outcome == SearchOutcome::kExhausted;
    if (is_known && !is_ended) {
      known.outcome = path.outcome;
      known.expanded = path.expanded;
      std::swap(path, known);
    }
  }
  path.expanded += spent;
}

// Searches by the trunk, then exactly if that is not good enough.
void FindBoundedPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                     GridPath& path) {
  const bool is_asked_for = query.method == GridMethod::kTrunk;
  if (!is_asked_for && FindStraightLine(ground, LeastCost(ground), query.start, query.goal, path)) return;
  const bool is_any_good = is_asked_for && query.max_cost_ratio == 0;
  const double max_ratio = is_any_good ? std::numeric_limits<double>::infinity() : query.max_cost_ratio;
  GridQuery trial = query;
  if (!is_asked_for) {
    trial.max_expansions = std::min(query.max_expansions, TrunkTrialExpansions(query.start, query.goal));
  }
  const bool is_answer = FindTrunkPath(ground, *ground.map->trunk(), trial, max_ratio, workspace.weighted,
                                       workspace.trunk, path);
  const bool is_given_up =
      path.outcome == SearchOutcome::kExpansionLimit && trial.max_expansions < query.max_expansions;
  if (is_answer && !is_given_up) return;
  GoOnExactly(ground, query, max_ratio, workspace, path);
}

// The same by the clusters.
void FindByClusters(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                    GridPath& path) {
  const bool is_any_good = query.method == GridMethod::kClusters && query.max_cost_ratio == 0;
  const double max_ratio = is_any_good ? std::numeric_limits<double>::infinity() : query.max_cost_ratio;
  if (FindStraightLine(ground, LeastCost(ground), query.start, query.goal, path)) return;
  const GridClusterView& clusters = *ground.map->clusters();
  GridQuery rest = query;
  uint64_t spent = 0;
  if (clusters.tiling().AreNear(query.start, query.goal)) {
    rest.max_expansions = std::min(query.max_expansions, kNearExpansions);
    path.cost_ratio = 1;
    FindExactPath(ground, rest, workspace, path);
    const bool goes_on =
        path.outcome == SearchOutcome::kExpansionLimit && rest.max_expansions < query.max_expansions;
    if (!goes_on) return;
    spent = path.expanded;
    rest.max_expansions = query.max_expansions - kNearExpansions;
  }
  FindGridClusterPath(ground, clusters, rest, workspace.clusters, path);
  path.method = GridMethod::kClusters;
  path.expanded += spent;
  // "No path" is checked on the cells themselves, because the clusters of a damaged package may be wrong.
  const bool is_answer = path.outcome != SearchOutcome::kExhausted && path.cost_ratio <= max_ratio;
  if (!is_answer) GoOnExactly(ground, query, max_ratio, workspace, path);
}

}  // namespace

GridMethod PickMethod(const GridGround& ground, const GridQuery& query) {
  if (MayTakeTrunk(ground, query)) return GridMethod::kTrunk;
  return MayTakeClusters(ground, query) ? GridMethod::kClusters : PickExactMethod(ground, query);
}

void FindGridPath(const GridGround& ground, const GridQuery& query, GridWorkspace& workspace,
                  GridPath& path) {
  if (MayTakeTrunk(ground, query)) return FindBoundedPath(ground, query, workspace, path);
  if (MayTakeClusters(ground, query)) return FindByClusters(ground, query, workspace, path);
  path.cost_ratio = 1;
  FindExactPath(ground, query, workspace, path);
}

}  // namespace waystone
