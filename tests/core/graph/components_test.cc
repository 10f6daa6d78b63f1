#include "core/graph/components.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using Matrix = std::vector<std::vector<bool>>;

// Warshall's closure: reach[a][b] where b can be reached from a.
Matrix Closure(const CsrView& graph, bool ignore_directions) {
  const uint32_t n = graph.node_count();
  Matrix reach(n, std::vector<bool>(n, false));
  for (uint32_t v = 0; v < n; ++v) {
    reach[v][v] = true;
    for (uint32_t t : graph.Targets(v)) {
      reach[v][t] = true;
      if (ignore_directions) reach[t][v] = true;
    }
  }
  for (uint32_t k = 0; k < n; ++k) {
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) {
        if (reach[a][k] && reach[k][b]) reach[a][b] = true;
      }
    }
  }
  return reach;
}

Components ComponentsByClosure(const CsrView& graph, bool ignore_directions) {
  const Matrix reach = Closure(graph, ignore_directions);
  Components result;
  result.of_node.assign(graph.node_count(), 0xffffffffU);
  for (uint32_t v = 0; v < graph.node_count(); ++v) {
    if (result.of_node[v] != 0xffffffffU) continue;
    for (uint32_t w = v; w < graph.node_count(); ++w) {
      if (reach[v][w] && reach[w][v]) result.of_node[w] = result.count;
    }
    ++result.count;
  }
  return result;
}

void ExpectAgreement(const CsrView& graph) {
  const Components strong = StrongComponents(graph);
  const Components strong_slow = ComponentsByClosure(graph, false);
  ASSERT_EQ(strong.of_node, strong_slow.of_node);
  ASSERT_EQ(strong.count, strong_slow.count);
  const Components weak = WeakComponents(graph);
  const Components weak_slow = ComponentsByClosure(graph, true);
  ASSERT_EQ(weak.of_node, weak_slow.of_node);
  ASSERT_EQ(weak.count, weak_slow.count);
  const WeakAndStrong both = FindComponents(graph);
  ASSERT_EQ(both.strong.of_node, strong_slow.of_node);
  ASSERT_EQ(both.strong.count, strong_slow.count);
  ASSERT_EQ(both.weak.of_node, weak_slow.of_node);
  ASSERT_EQ(both.weak.count, weak_slow.count);
}

TEST(Components, AgreeWithTheClosureOnEveryDigraphOfUpToFourNodes) {
  for (uint32_t n = 0; n <= 4; ++n) {
    for (uint32_t bits = 0; bits < (1U << (n * n)); ++bits) {
      std::vector<Arc> arcs;
      for (uint32_t k = 0; k < n * n; ++k) {
        if ((bits >> k & 1U) != 0) arcs.push_back({k / n, k % n});
      }
      ExpectAgreement(CsrGraph::FromArcs(n, arcs));
    }
  }
}

TEST(Components, AgreeWithTheClosureOnRandomDigraphs) {
  Random random(11);
  for (int round = 0; round < 400; ++round) {
    const uint32_t n = 1 + random.NextBelow(24);
    std::vector<Arc> arcs(random.NextBelow(3 * n));
    for (Arc& arc : arcs) arc = {random.NextBelow(n), random.NextBelow(n)};
    ExpectAgreement(CsrGraph::FromArcs(n, arcs));
  }
}

TEST(Components, OneWayDropIsAnotherStrongComponentOfTheSameWeakOne) {
  // 0 <-> 1 -> 2 <-> 3     4
  const std::vector<Arc> arcs = {{0, 1}, {1, 0}, {1, 2}, {2, 3}, {3, 2}};
  const CsrGraph graph = CsrGraph::FromArcs(5, arcs);
  EXPECT_THAT(StrongComponents(graph).of_node, ElementsAre(0, 0, 1, 1, 2));
  EXPECT_THAT(WeakComponents(graph).of_node, ElementsAre(0, 0, 0, 0, 1));
  EXPECT_THAT(StrongComponents(graph).Sizes(), ElementsAre(2, 2, 1));
}

TEST(Condense, DropsParallelArcsAndArcsWithinAComponent) {
  const std::vector<Arc> arcs = {{0, 1}, {1, 0}, {1, 2}, {0, 2}, {2, 3}, {3, 2}, {0, 4}};
  const CsrGraph graph = CsrGraph::FromArcs(5, arcs);
  const CsrGraph dag = Condense(graph, StrongComponents(graph));
  EXPECT_THAT(dag.Targets(0), ElementsAre(1, 2));
  EXPECT_EQ(dag.arc_count(), 2U);
}

TEST(Components, ALongChainNeedsNoCallStack) {
  constexpr uint32_t kNodes = 2'000'000;
  std::vector<Arc> arcs;
  arcs.reserve(2 * kNodes);
  for (uint32_t v = 0; v + 1 < kNodes; ++v) {
    arcs.push_back({v, v + 1});
    if (v < kNodes / 2) arcs.push_back({v + 1, v});
  }
  const CsrGraph graph = CsrGraph::FromArcs(kNodes, arcs);
  EXPECT_EQ(StrongComponents(graph).count, kNodes / 2);
  EXPECT_EQ(WeakComponents(graph).count, 1U);
}

}  // namespace
}  // namespace waystone
