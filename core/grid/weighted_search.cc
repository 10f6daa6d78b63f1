#include "core/grid/weighted_search.h"

#include <utility>

#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"
#include "core/grid/straight_line.h"
#include "core/grid/weighted_frontier.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 256;  // expansions between two looks at the deadline

}  // namespace

bool MustStop(const GridQuery& query, GridPath& path) {
  if (path.expanded == query.max_expansions) {
    path.outcome = GridOutcome::kExpansionLimit;
    return true;
  }
  if (path.expanded++ % kPollInterval == 0 && query.deadline.Expired()) {
    path.outcome = query.deadline.Cancelled() ? GridOutcome::kCancelled : GridOutcome::kDeadline;
    return true;
  }
  return false;
}

void FindWeightedPath(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace,
                      GridPath& path) {
  const float least = LeastCost(ground);
  if (FindStraightLine(ground, least, query.start, query.goal, path)) return;
  path = {.method = GridMethod::kAStar, .turns = std::move(path.turns)};
  path.turns.clear();
  const auto remaining = [&query, least](Cell cell) {
    return static_cast<double>(least) * OctileDistance(cell, query.goal);
  };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(query.start, remaining);
  for (;;) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone) return;
    if (frontier.CellOf(node) == query.goal) {
      frontier.WriteWay(node, path);
      return;
    }
    if (MustStop(query, path)) return;
    frontier.Expand(node, remaining);
  }
}

}  // namespace waystone
