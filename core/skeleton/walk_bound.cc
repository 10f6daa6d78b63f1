#include "core/skeleton/walk_bound.h"

#include <algorithm>
#include <numeric>

#include "core/base/deadline_poll.h"
#include "core/base/sort_in_time.h"
#include "core/graph/union_find.h"
#include "core/skeleton/connected_bound.h"
#include "core/skeleton/contracted_graph.h"
#include "core/skeleton/length_order.h"
#include "core/skeleton/parity_bound.h"

namespace waystone {
namespace {

constexpr uint32_t kEdgesPerLook = 2048;

// Keeps rounding in sums from lifting the bound too high.
constexpr double kRounding = 1.0 - 1e-9;

struct Forest {
  double length_m = 0;
  std::vector<uint32_t> edges;
};

// The lightest forest of `count` edges between the nodes, with all but the longest of each compressed edge:
// the first ones that Kruskal takes.
Forest LightestForest(const ContractedGraph& graph, uint32_t count) {
  std::vector<float> longest(graph.edges.size());  // exact, as they were floats before
  Forest forest;
  for (uint32_t e = 0; e < longest.size(); ++e) {
    longest[e] = static_cast<float>(graph.edges[e].longest_m);
    forest.length_m += graph.edges[e].once_m - graph.edges[e].longest_m;
  }
  UnionFind trees(graph.node_count);
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  if (poll.ExpiredNow()) return forest;
  for (const uint32_t e : AscendingOrder(longest, graph.deadline)) {
    if (forest.edges.size() == count || poll.Expired()) break;
    if (!trees.Join(graph.edges[e].a, graph.edges[e].b)) continue;
    forest.length_m += graph.edges[e].longest_m;
    forest.edges.push_back(e);
  }
  return forest;
}

// Of any of them, if the deadline passes first.
double SumOfFirst(std::vector<double>& values, uint32_t count, const Deadline& deadline, bool largest_first) {
  const size_t kept = std::min<size_t>(count, values.size());
  if (kept < values.size()) {
    (void)SortInTime(values, deadline, [=](double a, double b) { return largest_first ? a > b : a < b; });
  }
  return std::accumulate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(kept), 0.0);
}
double SumOfLargest(std::vector<double>& values, uint32_t count, const Deadline& deadline) {
  return SumOfFirst(values, count, deadline, true);
}

// [m] Second crossings of bridges that walks to `ends` cannot save if they leave out `missed` nodes.
double SecondCrossings(const ContractedGraph& graph, uint32_t missed, uint32_t ends) {
  std::vector<uint32_t> size(graph.node_count, 1);
  std::vector<double> longest(graph.node_count, 0);  // [m] of bridges from here down
  std::vector<double> paths;                         // paths that ended at a longer one, or at the start
  std::vector<double> evitable;                      // bridges that the missed nodes may lie behind
  double sum = 0;
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  for (size_t i = graph.order.size(); i-- > 1;) {
    if (poll.Expired()) return 0;
    const uint32_t v = graph.order[i];
    const uint32_t up = graph.parent[v];
    size[up] += size[v];
    if (graph.is_bridge[graph.parent_edge[v]] != 0) {
      const double second_m = graph.edges[graph.parent_edge[v]].again_m;
      longest[v] += second_m;
      sum += second_m;
      if (size[v] <= missed) evitable.push_back(second_m);
    }
    paths.push_back(std::min(longest[up], longest[v]));
    longest[up] = std::max(longest[up], longest[v]);
  }
  paths.push_back(longest[0]);
  sum -= SumOfLargest(paths, ends, graph.deadline);
  if (poll.ExpiredNow()) return 0;
  return std::max(0.0, sum - SumOfLargest(evitable, missed, graph.deadline));
}

// The cheapest arcs that lead to `visits` different nodes that need one.
double CheapestArcs(const WalkGraph& graph, const WalkBoundQuery& query) {
  std::vector<double> cheapest;
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  for (uint32_t v = 0; v < graph.size(); ++v) {
    if (poll.Expired()) return 0;
    if ((*query.known)[v] != 0 || v == graph.start.value()) continue;
    cheapest.push_back(*std::min_element(graph.back_lengths.begin() + graph.back_rows[v],
                                         graph.back_lengths.begin() + graph.back_rows[v + 1]));
  }
  return SumOfFirst(cheapest, query.visits, graph.deadline, false);
}

// Bounds walks that visit all nodes, `ends` of which do not come back, as the query allows.
double BoundOfAll(const ContractedGraph& graph, const WalkBoundQuery& query, uint32_t ends) {
  const auto is_late = [&] { return graph.deadline.Expired(); };
  ContractedGraph links = Compress(graph);
  if (is_late()) return 0;
  FindBridges(links);
  if (is_late()) return 0;
  const double forest_m = LightestForest(links, links.node_count - 1).length_m;
  if (is_late()) return 0;
  const double crossings_m = SecondCrossings(links, 0, ends);
  if (is_late()) return 0;
  const double bound_m = std::max(forest_m + crossings_m, ParityBound(links, ends));
  if (is_late()) return 0;
  if (query.thorough_for == std::chrono::nanoseconds(0)) return bound_m;
  const Deadline until = query.deadline.SoonerOf(Deadline::Clock::now() + query.thorough_for);
  return std::max(bound_m, ConnectedBound(links, ends, until));
}

// Bounds walks that miss some nodes. To visit them too, from the visited ones along the lightest tree and
// back, costs at most as many of its edges, in both directions.
double BoundOfSome(const WalkGraph& graph, ContractedGraph& contracted, const WalkBoundQuery& query,
                   uint32_t ends) {
  FindBridges(contracted);
  if (graph.deadline.Expired()) return 0;
  const uint32_t missed = contracted.node_count - 1 - query.visits;
  const double crossings_m = SecondCrossings(contracted, missed, ends);
  double bound_m = LightestForest(contracted, query.visits).length_m + crossings_m;
  if (graph.deadline.Expired()) return 0;
  std::vector<double> there_and_back;
  DeadlinePoll poll(graph.deadline, kEdgesPerLook);
  for (const uint32_t e : LightestForest(contracted, contracted.node_count - 1).edges) {
    if (poll.Expired()) return 0;
    there_and_back.push_back(contracted.edges[e].once_m + contracted.edges[e].again_m);
  }
  if (graph.deadline.Expired()) return 0;
  bound_m = std::max(
      bound_m, BoundOfAll(contracted, query, ends) - SumOfLargest(there_and_back, missed, graph.deadline));
  return std::max(bound_m, CheapestArcs(graph, query));
}

}  // namespace

double WalkLowerBound(const WalkGraph& graph, const WalkBoundQuery& query) {
  if (query.visits == 0) return 0;
  ContractedGraph contracted = Contract(graph, *query.known);
  if (graph.deadline.Expired()) return 0;
  const uint32_t ends = query.is_round ? 0 : query.walkers;
  const bool is_all = query.visits + 1 == contracted.node_count;
  const double bound_m = is_all ? std::max(BoundOfAll(contracted, query, ends), CheapestArcs(graph, query))
                                : BoundOfSome(graph, contracted, query, ends);
  return graph.deadline.Expired() ? 0 : bound_m * kRounding;
}

}  // namespace waystone
