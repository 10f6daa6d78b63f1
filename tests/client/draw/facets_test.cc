#include "client/draw/facets.h"

#include <gtest/gtest.h>

#include <vector>

#include "bake/navmesh/navmesh_builder.h"
#include "client/draw/terrain.h"
#include "core/base/check.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone::draw {
namespace {

// The light on a square whose height rises by `rise` from its left side to its right one.
double LightOnSlope(float rise) {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0}, {1, rise, 0}, {1, rise, 1}, {0, 0, 1}};
  SoupPolygon& square = soup.polygons.emplace_back();
  square.vertices = {0, 1, 2, 3};
  square.neighbours.assign(4, kNoNeighbour);
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  WS_CHECK(data.ok());
  return MakeFacets(ViewOf(*data), {.corner = {0, 0}, .units_per_m = 100})[0].light[0];
}

TEST(Facets, CoverEveryDetailTriangleOnThePage) {
  const NavmeshData data = AsciiNavmesh("..\n..\n");
  const std::vector<Facet> facets = MakeFacets(ViewOf(data), {.corner = {0, 0}, .units_per_m = 100});
  ASSERT_EQ(facets.size(), data.detail_triangles.size());
  for (const Facet& facet : facets) EXPECT_EQ(facet.area, 1);
}

TEST(Facets, LevelGroundIsNeitherLitNorShaded) { EXPECT_NEAR(LightOnSlope(0), 0, 1e-9); }

TEST(Facets, LightComesFromTheLeft) {
  EXPECT_GT(LightOnSlope(0.3F), 0.1);
  EXPECT_LT(LightOnSlope(-0.3F), -0.1);
}

TEST(Terrain, ContourLinesLieRoundHeightsApart) {
  EXPECT_EQ(ContourInterval(0), 0.5);
  EXPECT_EQ(ContourInterval(7.5), 0.5);
  EXPECT_EQ(ContourInterval(7.6), 1);
  EXPECT_EQ(ContourInterval(30), 2);
  EXPECT_EQ(ContourInterval(31), 5);
  EXPECT_EQ(ContourInterval(1000), 100);
}

}  // namespace
}  // namespace waystone::draw
