#include "bake/contraction/route_graph.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

size_t CountOf(const RouteGraph& graph, RouteNodeKind kind) {
  return static_cast<size_t>(std::count_if(graph.nodes.begin(), graph.nodes.end(),
                                           [&](const RouteNode& node) { return node.kind() == kind; }));
}

TEST(RouteGraph, HasTheCornersOfTheBorderAndPointsOnWideSides) {
  AsciiOptions options;
  options.merge_rows = true;
  const NavmeshData data = AsciiNavmesh("............\n............\n", options);  // two polygons, 12 wide
  const NavmeshView mesh = ViewOf(data);
  const RouteGraph coarse = *MakeRouteGraph(mesh, LinkView(), 0, {}, 1000);
  EXPECT_EQ(CountOf(coarse, RouteNodeKind::kCorner), 6U);
  EXPECT_EQ(CountOf(coarse, RouteNodeKind::kPoint), 0U);  // both ends of the common side are corners
  const RouteGraph fine = *MakeRouteGraph(mesh, LinkView(), 0, {}, 4);
  EXPECT_EQ(CountOf(fine, RouteNodeKind::kPoint), 2U);
}

TEST(RouteGraph, GivesSidesInTheOpenTwoPoints) {
  const NavmeshData data = AsciiNavmesh("....\n....\n....\n....\n");
  const NavmeshView mesh = ViewOf(data);
  const RouteGraph graph = *MakeRouteGraph(mesh, LinkView(), 0, {}, 1000);
  // 12 corners on the border; of the 24 sides within, 12 begin and end inside, 12 have one end on the border.
  EXPECT_EQ(CountOf(graph, RouteNodeKind::kCorner), 12U + 4U);
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    EXPECT_GE(graph.poly_rows[p + 1] - graph.poly_rows[p], 4U);
  }
}

}  // namespace
}  // namespace waystone
