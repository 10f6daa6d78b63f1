#include "core/graph/csr_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CsrGraph, KeepsTheOrderOfANodesArcs) {
  const std::vector<Arc> arcs = {{2, 0}, {0, 2}, {2, 2}, {0, 1}, {2, 1}};
  const CsrGraph graph = CsrGraph::FromArcs(4, arcs);
  EXPECT_THAT(graph.Targets(0), ElementsAre(2, 1));
  EXPECT_THAT(graph.Targets(1), IsEmpty());
  EXPECT_THAT(graph.Targets(2), ElementsAre(0, 2, 1));
  EXPECT_THAT(graph.Targets(3), IsEmpty());
  EXPECT_EQ(graph.arc_count(), 5U);
}

TEST(CsrGraph, EmptyGraphHasNoNodes) {
  EXPECT_EQ(CsrGraph().node_count(), 0U);
  EXPECT_EQ(CsrGraph::FromArcs(0, {}).node_count(), 0U);
}

TEST(CsrGraphDeathTest, AnArcOutOfRangeIsAProgrammingError) {
  const std::vector<Arc> arcs = {{0, 3}};
  EXPECT_DEATH(CsrGraph::FromArcs(3, arcs), "check failed");
}

}  // namespace
}  // namespace waystone
