#include "core/zones/reachability_index.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

// reach[a][b] by walking every row backwards: arcs lead upwards only.
std::vector<std::vector<bool>> Closure(const CsrView& dag) {
  const uint32_t n = dag.node_count();
  std::vector<std::vector<bool>> reach(n, std::vector<bool>(n, false));
  for (uint32_t v = n; v-- > 0;) {
    reach[v][v] = true;
    for (uint32_t t : dag.Targets(v)) {
      for (uint32_t w = 0; w < n; ++w) {
        if (reach[t][w]) reach[v][w] = true;
      }
    }
  }
  return reach;
}

void ExpectExact(const CsrGraph& dag, uint32_t hub) {
  const std::vector<ReachRecord> records = BuildReachRecords(dag, hub);
  const ReachabilityView view(records, dag);
  const auto reach = Closure(dag);
  ReachWorkspace workspace;
  for (uint32_t a = 0; a < dag.node_count(); ++a) {
    for (uint32_t b = 0; b < dag.node_count(); ++b) {
      ASSERT_EQ(view.Reaches(a, b, workspace), reach[a][b]) << a << " -> " << b;
    }
  }
}

TEST(ReachabilityIndex, IsExactOnEveryAcyclicGraphOfFiveNodesAndEveryHub) {
  std::vector<Arc> possible;
  for (uint32_t a = 0; a < 5; ++a) {
    for (uint32_t b = a + 1; b < 5; ++b) possible.push_back({a, b});
  }
  for (uint32_t bits = 0; bits < (1U << possible.size()); ++bits) {
    std::vector<Arc> arcs;
    for (uint32_t k = 0; k < possible.size(); ++k) {
      if ((bits >> k & 1U) != 0) arcs.push_back(possible[k]);
    }
    for (uint32_t hub = 0; hub < 5; ++hub) ExpectExact(CsrGraph::FromArcs(5, arcs), hub);
  }
}

TEST(ReachabilityIndex, IsExactOnRandomGraphsAndSearchesOnlyWhereRecordsDoNotDecide) {
  Random random(3);
  uint64_t searches = 0;
  uint64_t pairs = 0;
  for (int round = 0; round < 60; ++round) {
    const uint32_t n = 2 + random.NextBelow(70);
    std::vector<Arc> arcs;
    for (uint32_t k = random.NextBelow(3 * n); k > 0; --k) {
      const uint32_t a = random.NextBelow(n);
      const uint32_t b = random.NextBelow(n);
      if (a != b) arcs.push_back({std::min(a, b), std::max(a, b)});
    }
    const CsrGraph dag = CsrGraph::FromArcs(n, arcs);
    ExpectExact(dag, random.NextBelow(n));
    const std::vector<ReachRecord> records = BuildReachRecords(dag, 0);
    ReachWorkspace workspace;
    for (uint32_t a = 0; a < n; ++a) {
      for (uint32_t b = 0; b < n; ++b) ReachabilityView(records, dag).Reaches(a, b, workspace);
    }
    searches += workspace.searches;
    pairs += uint64_t{n} * n;
  }
  EXPECT_GT(searches, 0U) << "the search itself was never tried";
  EXPECT_LT(searches, pairs / 4);
}

TEST(ReachabilityIndex, EmptyGraphHasNoRecords) { EXPECT_TRUE(BuildReachRecords(CsrGraph(), 0).empty()); }

}  // namespace
}  // namespace waystone
