#include "core/graph/best_first.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

struct Arc {
  uint32_t to;
  double cost;
};
using Graph = std::vector<std::vector<Arc>>;

// Whole costs, of which many are equal; so are sums of them in whatever order.
Graph RandomGraph(uint32_t nodes, uint32_t arcs, Random& random) {
  Graph graph(nodes);
  for (uint32_t i = 0; i < arcs; ++i) {
    graph[random.NextBelow(nodes)].push_back(
        {random.NextBelow(nodes), static_cast<double>(random.NextBelow(5))});
  }
  return graph;
}

// Bellman and Ford's algorithm.
std::vector<double> OracleCosts(const Graph& graph, const std::vector<uint32_t>& sources) {
  std::vector<double> costs(graph.size(), kInfinite);
  for (const uint32_t source : sources) costs[source] = 0;
  for (size_t round = 0; round < graph.size(); ++round) {
    for (size_t node = 0; node < graph.size(); ++node) {
      for (const Arc& arc : graph[node]) costs[arc.to] = std::min(costs[arc.to], costs[node] + arc.cost);
    }
  }
  return costs;
}

// The nodes in the order in which they were settled.
std::vector<uint32_t> SettleAll(const Graph& graph, uint32_t source, BestFirst<double>& search) {
  std::vector<uint32_t> order;
  search.Begin(graph.size());
  search.Reach(source, 0, source);
  for (uint32_t node = search.Settle(); node != search.kNone; node = search.Settle()) {
    order.push_back(node);
    for (const Arc& arc : graph[node]) search.Reach(arc.to, search.CostOf(node) + arc.cost, node);
  }
  return order;
}

TEST(BestFirst, CostsWhatTheOracleSaysSearchAfterSearch) {
  Random random(1);
  BestFirst<double> search;
  for (int round = 0; round < 200; ++round) {
    const uint32_t nodes = 1 + random.NextBelow(30);
    const Graph graph = RandomGraph(nodes, random.NextBelow(3 * nodes + 1), random);
    const uint32_t source = random.NextBelow(nodes);
    const std::vector<double> costs = OracleCosts(graph, {source});
    const std::vector<uint32_t> order = SettleAll(graph, source, search);
    for (uint32_t node = 0; node < nodes; ++node) {
      ASSERT_EQ(search.IsReached(node), costs[node] < kInfinite);
      ASSERT_EQ(std::count(order.begin(), order.end(), node), costs[node] < kInfinite ? 1 : 0);
      if (!search.IsReached(node)) continue;
      ASSERT_EQ(search.CostOf(node), costs[node]);
    }
  }
}

TEST(BestFirst, GivesEveryNodeWithTheOneBeforeIt) {
  Random random(2);
  BestFirst<double> search;
  const Graph graph = RandomGraph(200, 800, random);
  for (const uint32_t node : SettleAll(graph, 0, search)) {
    const uint32_t before = search.Before(node);
    const bool is_joined = std::ranges::any_of(graph[before], [&](const Arc& arc) {
      return arc.to == node && search.CostOf(before) + arc.cost == search.CostOf(node);
    });
    EXPECT_TRUE(is_joined || node == 0);
  }
}

TEST(BestFirst, SettlesOfEqualNodesTheOneOfLessIdFirst) {
  const Graph star = {{{3, 1}, {1, 1}, {4, 0.5}, {2, 1}}, {}, {}, {}, {}};
  BestFirst<double> search;
  EXPECT_EQ(SettleAll(star, 0, search), (std::vector<uint32_t>{0, 4, 1, 2, 3}));
}

TEST(BestFirst, TakeTellsEntriesThatAreOutOfDate) {
  BestFirst<double> search;
  search.Begin(2);
  search.Reach(1, 5, 0);
  search.Reach(1, 3, 0);
  EXPECT_EQ(search.Take(), 1U);
  EXPECT_EQ(search.Take(), search.kNone);
  EXPECT_TRUE(search.empty());
}

TEST(BestFirst, DoesNotSettleWhatWasOnlyLowered) {
  BestFirst<float> search;
  search.Begin(2);
  EXPECT_TRUE(search.Lower(1, 3, 0));
  EXPECT_FALSE(search.Lower(1, 3, 0));
  EXPECT_FALSE(search.Reach(1, 4, 0));
  EXPECT_EQ(search.Settle(), search.kNone);
  EXPECT_TRUE(search.Reach(1, 2, 0));
  EXPECT_EQ(search.Settle(), 1U);
}

TEST(SpreadCosts, LowersCostsToWhatTheOracleSays) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const uint32_t nodes = 1 + random.NextBelow(30);
    const Graph graph = RandomGraph(nodes, random.NextBelow(3 * nodes + 1), random);
    const std::vector<uint32_t> sources = {random.NextBelow(nodes), random.NextBelow(nodes)};
    std::vector<double> costs(nodes, kInfinite);
    OpenNodes<double> open;
    for (const uint32_t source : sources) {
      costs[source] = 0;
      open.Push({0, source});
    }
    SpreadCosts(std::span(costs), open, [&](uint32_t node, double cost, const auto& reach) {
      for (const Arc& arc : graph[node]) reach(arc.to, cost + arc.cost);
    });
    ASSERT_EQ(costs, OracleCosts(graph, sources));
    ASSERT_TRUE(open.empty());
  }
}

}  // namespace
}  // namespace waystone
