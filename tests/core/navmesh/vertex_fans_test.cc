#include "core/navmesh/vertex_fans.h"

#include <gtest/gtest.h>

#include <map>
#include <utility>
#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

// Whether the vertex at (x, z) is flagged as pinched; all its corners must agree.
bool Pinched(const NavmeshData& data, float x, float z) {
  const NavmeshView mesh = ViewOf(data);
  int flagged = 0;
  int corners = 0;
  for (const NavEdge& edge : data.edges) {
    const Vec3f& at = mesh.vertex(VertexId(edge.vertex));
    if (at.x != x || at.z != z) continue;
    ++corners;
    flagged += (edge.flags & kNavEdgeStartIsPinched) != 0 ? 1 : 0;
  }
  EXPECT_GT(corners, 0);
  EXPECT_TRUE(flagged == 0 || flagged == corners);
  return flagged > 0;
}

// Unit squares with lower corners at the given points, all their corners shared, none joined.
NavmeshData Squares(const std::vector<Vec2>& lower_corners) {
  PolygonSoup soup;
  std::map<std::pair<double, double>, uint32_t> vertex_at;
  for (const Vec2 at : lower_corners) {
    SoupPolygon poly;
    for (const Vec2 corner : {at, at + Vec2{1, 0}, at + Vec2{1, 1}, at + Vec2{0, 1}}) {
      const auto [it, is_new] =
          vertex_at.try_emplace({corner.x, corner.z}, static_cast<uint32_t>(soup.vertices.size()));
      if (is_new) soup.vertices.push_back(Vec3(corner.x, 0, corner.z).ToFloat());
      poly.vertices.push_back(it->second);
      poly.neighbours.push_back(kNoNeighbour);
    }
    soup.polygons.push_back(poly);
  }
  return *BuildNavmesh(soup);
}

TEST(VertexFans, PolygonsThatTouchInAPointArePinchedThere) {
  const NavmeshData data = Squares({{0, 0}, {1, 1}});
  EXPECT_TRUE(Pinched(data, 1, 1));
  EXPECT_FALSE(Pinched(data, 1, 0));
  EXPECT_FALSE(Pinched(data, 2, 2));
}

TEST(VertexFans, InnerVerticesAndPlainBordersAreNot) {
  const NavmeshData data = AsciiNavmesh(
      "...\n"
      "...\n");
  for (const NavEdge& edge : data.edges) EXPECT_EQ(edge.flags & kNavEdgeStartIsPinched, 0);
}

TEST(VertexFans, OneWaySidesPinchWhereTheyEndAtABorder) {
  NavmeshData data = AsciiNavmesh(
      "..\n"
      "..\n"
      "..\n");
  const NavmeshView before = ViewOf(data);
  MakeOneWay(data, PolyAt(before, 0.5, 0.5), PolyAt(before, 1.5, 0.5));
  EXPECT_TRUE(Pinched(data, 1, 0));
  EXPECT_FALSE(Pinched(data, 1, 1));  // the other way about the vertex is open
}

}  // namespace
}  // namespace waystone
