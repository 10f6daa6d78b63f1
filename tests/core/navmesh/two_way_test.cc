#include "core/navmesh/two_way.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// [polygon] how many of its sides lead on, and how many lead both ways.
using Counts = std::vector<std::pair<int, int>>;

Counts CountSides(const NavmeshView& mesh) {
  Counts counts(mesh.poly_count());
  for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
    const NavEdge& edge = mesh.edge(EdgeId(e));
    const EdgeId twin = TwoWayTwin(mesh, EdgeId(e));
    EXPECT_EQ(IsTwoWay(mesh, EdgeId(e)), !twin.IsNone());
    EXPECT_TRUE(twin.IsNone() || TwoWayTwin(mesh, twin) == EdgeId(e));
    counts[edge.poly].first += edge.twin != kNoEdge ? 1 : 0;
    counts[edge.poly].second += IsTwoWay(mesh, EdgeId(e)) ? 1 : 0;
  }
  return counts;
}

TEST(TwoWaySides, AreNeitherBordersNorOneWayPassages) {
  NavmeshData data = AsciiNavmesh("...\n");
  const PolyId left = PolyAt(ViewOf(data), 0.5, 0.5);
  const PolyId middle = PolyAt(ViewOf(data), 1.5, 0.5);
  const PolyId right = PolyAt(ViewOf(data), 2.5, 0.5);
  MakeOneWay(data, left, middle);
  const Counts counts = CountSides(ViewOf(data));
  EXPECT_EQ(counts[left.value()], (std::pair{1, 0}));
  EXPECT_EQ(counts[middle.value()], (std::pair{1, 1}));
  EXPECT_EQ(counts[right.value()], (std::pair{1, 1}));
}

}  // namespace
}  // namespace waystone
