#include "core/grid/weighted_search.h"

#include <limits>
#include <utility>

#include "core/grid/cell_costs.h"
#include "core/grid/octile.h"
#include "core/grid/straight_line.h"
#include "core/grid/weighted_frontier.h"
#include "core/path/search_trace.h"

namespace waystone {
namespace {

constexpr uint64_t kPollInterval = 256;  // expansions between two looks at the deadline

}  // namespace

bool MustStop(const GridQuery& query, GridPath& path) {
  if (path.expanded == query.max_expansions) {
    path.outcome = SearchOutcome::kExpansionLimit;
    return true;
  }
  if (path.expanded++ % kPollInterval == 0 && query.deadline.Expired()) {
    path.outcome = LateOutcome(query.deadline);
    return true;
  }
  return false;
}

void FindWeightedPath(const GridGround& ground, const GridQuery& query, WeightedWorkspace& workspace,
                      GridPath& path) {
  FindWeightedPathBelow(ground, query, std::numeric_limits<double>::infinity(), workspace, path);
}

bool FindWeightedPathBelow(const GridGround& ground, const GridQuery& query, double least_wanted,
                           WeightedWorkspace& workspace, GridPath& path) {
  const float least = LeastCost(ground);
  if (FindStraightLine(ground, least, query.start, query.goal, path)) return true;
  path = {.method = GridMethod::kAStar, .turns = std::move(path.turns)};
  path.turns.clear();
  const auto remaining = [&query, least](Cell cell) {
    return static_cast<double>(least) * OctileDistance(cell, query.goal);
  };
  WeightedFrontier frontier(ground, workspace);
  frontier.Begin(query.start, remaining);
  for (;;) {
    const WeightedFrontier::NodeId node = frontier.Settle();
    if (node == WeightedFrontier::kNone) return true;
    const Cell cell = frontier.CellOf(node);
    if (cell == query.goal) {
      frontier.WritePath(node, path);
      return true;
    }
    if (MustStop(query, path)) return true;
    // Nodes come in the order of the lower bounds of paths over them.
    if (frontier.CostOf(node) + remaining(cell) >= least_wanted) return false;
    SearchTrace::AddCell(cell.column, cell.row);
    frontier.Expand(node, remaining);
  }
}

}  // namespace waystone
