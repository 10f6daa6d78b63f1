#include "bake/import/polygon_importer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "bake/links/link_packer.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/graph/components.h"
#include "core/navmesh/poly_graph.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;
using Ids = std::vector<std::pair<uint32_t, uint32_t>>;

// What came out: the navmesh, and all its arcs by the ids of the source.
struct Built {
  NavmeshImport import;
  NavmeshData data;
  Ids walked;  // over sides
  Ids linked;  // over links
};

Built Build(const PolygonMap& map, const ImportOptions& units = {}, double max_climb_m = 0.5) {
  Built out;
  absl::StatusOr<NavmeshImport> import = ImportPolygons(map, units, max_climb_m);
  EXPECT_TRUE(import.ok()) << import.status();
  if (!import.ok()) return out;
  out.import = *std::move(import);
  absl::StatusOr<NavmeshData> data = BuildNavmesh(out.import.soup);
  EXPECT_TRUE(data.ok()) << data.status();
  if (!data.ok()) return out;
  out.data = *std::move(data);
  const absl::StatusOr<NavmeshView> mesh = NavmeshView::Create(out.data);
  const absl::StatusOr<PackedLinks> links = PackLinks(out.import.links, {}, *mesh, out.import.origin);
  EXPECT_THAT(links->warnings, IsEmpty());
  const auto id = [&](uint32_t poly) { return out.data.polys[poly].external_id; };
  for (const NavEdge& edge : out.data.edges) {
    if (edge.twin != kNoEdge) out.walked.emplace_back(id(edge.poly), id(out.data.edges[edge.twin].poly));
  }
  const absl::StatusOr<LinkView> view = LinkView::Create(links->data, *mesh);
  EXPECT_TRUE(view.ok()) << view.status();
  for (const NavLink& link : view->all()) out.linked.emplace_back(id(link.start_poly), id(link.end_poly));
  std::sort(out.walked.begin(), out.walked.end());
  out.walked.erase(std::unique(out.walked.begin(), out.walked.end()), out.walked.end());
  std::sort(out.linked.begin(), out.linked.end());
  return out;
}

// The rectangle [x0, x1] x [z0, z1] at height y.
PolygonMap::Polygon Rectangle(uint32_t id, double x0, double z0, double x1, double z1, double y = 0) {
  return {id, "", {{x0, y, z0}, {x1, y, z0}, {x1, y, z1}, {x0, y, z1}}, id + 100};
}

PolygonMap MapOf(std::vector<PolygonMap::Polygon> polygons, const Ids& connections) {
  PolygonMap map;
  map.polygons = std::move(polygons);
  for (const auto& [from, to] : connections) map.connections.push_back({from, to, 9});
  return map;
}

TEST(ImportPolygons, WhatTouchesIsWalkedOverItsSideInTheListedDirections) {
  const Built built =
      Build(MapOf({Rectangle(1, 0, 0, 4, 4), Rectangle(2, 4, 1, 8, 3), Rectangle(3, 0, 4, 9, 6)},
                  {{1, 2}, {2, 1}, {1, 3}}));
  EXPECT_THAT(built.walked, ElementsAre(Pair(1, 2), Pair(1, 3), Pair(2, 1)));
  EXPECT_THAT(built.linked, IsEmpty());
}

TEST(ImportPolygons, WhatTouchesWithoutAConnectionStaysApart) {
  const Built built = Build(MapOf(
      {Rectangle(1, 0, 0, 4, 4), Rectangle(2, 4, 0, 8, 4), Rectangle(3, 8, 0, 9, 4)}, {{2, 3}, {3, 2}}));
  EXPECT_THAT(built.walked, ElementsAre(Pair(2, 3), Pair(3, 2)));
  EXPECT_THAT(built.linked, IsEmpty());
}

TEST(ImportPolygons, AGapAHighStepAndACornerBecomeLinksBetweenTheNearestPoints) {
  const Built built = Build(MapOf({Rectangle(1, 0, 0, 4, 4), Rectangle(2, 5, 1, 8, 3),
                                   Rectangle(3, 0, 4, 4, 8, -2), Rectangle(4, 4, 4, 8, 8)},
                                  {{1, 2}, {2, 1}, {1, 3}, {1, 4}}));
  EXPECT_THAT(built.walked, IsEmpty());
  EXPECT_THAT(built.linked, ElementsAre(Pair(1, 2), Pair(1, 3), Pair(1, 4), Pair(2, 1)));
  ASSERT_EQ(built.import.links.size(), 3U);
  EXPECT_EQ(built.import.links[0].kind, LinkKind::kWalk);
  EXPECT_TRUE(built.import.links[0].two_way);
  EXPECT_EQ(built.import.links[0].start, Vec3(4, 0, 2));
  EXPECT_EQ(built.import.links[0].end, Vec3(5, 0, 2));
  EXPECT_FALSE(built.import.links[1].two_way);
  EXPECT_EQ(built.import.links[1].start, Vec3(2, 0, 4));
  EXPECT_EQ(built.import.links[1].end, Vec3(2, -2, 4));
  EXPECT_EQ(built.import.links[2].start, Vec3(4, 0, 4));
}

TEST(ImportPolygons, AStepThatTheAgentClimbsIsWalked) {
  const PolygonMap map = MapOf({Rectangle(1, 0, 0, 4, 4), Rectangle(2, 4, 0, 8, 4, 0.8)}, {{1, 2}});
  EXPECT_THAT(Build(map, {}, 0.7).linked, ElementsAre(Pair(1, 2)));
  EXPECT_THAT(Build(map, {}, 0.8).walked, ElementsAre(Pair(1, 2)));
}

TEST(ImportPolygons, FloorsAboveEachOtherShareWhatTheyTouchAndLinkTheRest) {
  // 2 and 3 both lie against all of 1's side, 3 a little higher: the nearer one is walked to, the other
  // linked.
  const Built built =
      Build(MapOf({Rectangle(1, 0, 0, 4, 4), Rectangle(2, 4, 0, 8, 4, 0.1), Rectangle(3, 4, 0, 8, 4, 0.4)},
                  {{1, 2}, {1, 3}, {3, 2}}));
  EXPECT_THAT(built.walked, ElementsAre(Pair(1, 2)));
  EXPECT_THAT(built.linked, UnorderedElementsAre(Pair(1, 3), Pair(3, 2)));
}

TEST(ImportPolygons, ClockwisePolygonsAreTurned) {
  PolygonMap map = MapOf({Rectangle(1, 0, 0, 4, 4), Rectangle(2, 4, 0, 8, 4)}, {{1, 2}});
  std::reverse(map.polygons[1].corners.begin(), map.polygons[1].corners.end());
  EXPECT_THAT(Build(map).walked, ElementsAre(Pair(1, 2)));
}

TEST(ImportPolygons, ScaleAndUpAxisAreApplied) {
  PolygonMap map = MapOf({Rectangle(1, 0, 0, 400, 400), Rectangle(2, 400, 0, 800, 400, 30)}, {{1, 2}});
  for (PolygonMap::Polygon& polygon : map.polygons) {
    for (Vec3& corner : polygon.corners) corner = {corner.x, corner.z, corner.y};
  }
  const Built built = Build(map, {.scale = 0.01, .up_axis = UpAxis::kZ});
  EXPECT_THAT(built.walked, ElementsAre(Pair(1, 2)));
  EXPECT_DOUBLE_EQ(built.data.area_prefix_m2.back(), 32);
  EXPECT_EQ(built.import.origin, Vec3(4, 0, -2));
}

TEST(ImportPolygons, AreasAreNumberedByFirstAppearance) {
  PolygonMap map = MapOf({Rectangle(1, 0, 0, 1, 1), Rectangle(2, 1, 0, 2, 1), Rectangle(3, 2, 0, 3, 1)}, {});
  map.polygons[0].area = "water";
  map.polygons[1].area = "ground";
  map.polygons[2].area = "road";
  const Built built = Build(map);
  ASSERT_EQ(built.import.areas.size(), 3U);
  EXPECT_EQ(built.import.areas[2].name, "road");
  EXPECT_EQ(built.import.areas[2].index, 3);
  EXPECT_EQ(built.import.soup.polygons[0].area, 2);
  EXPECT_EQ(built.import.soup.polygons[1].area, 1);
  EXPECT_EQ(built.import.soup.polygons[2].area, 3);
}

TEST(ImportPolygons, WhatHasNoAreaIsLeftOutWithItsConnections) {
  PolygonMap map = MapOf({Rectangle(1, 0, 0, 4, 4),
                          {7, "", {{4, 0, 0}, {4, 0, 2}, {4, 0, 4}}, 12},
                          Rectangle(2, 4, 0, 8, 4),
                          {8, "", {{5, 0, 5}, {5, 0, 5}, {5, 0, 5}}, 13},
                          Rectangle(3, 9, 0, 12, 4)},
                         {{1, 7}, {7, 2}, {1, 2}, {7, 8}, {2, 3}});
  const Built built = Build(map);
  EXPECT_THAT(built.walked, ElementsAre(Pair(1, 2)));
  EXPECT_THAT(built.linked, ElementsAre(Pair(2, 3)));
  EXPECT_THAT(
      built.import.warnings,
      ElementsAre("2 of 5 polygons have no area seen from above (they are thinner than 1.95312 mm) and were "
                  "left out, with 3 connections; the first one is polygon 7 (polygons: line 12)"));
  EXPECT_THAT(Build(MapOf({Rectangle(1, 0, 0, 4, 4)}, {})).import.warnings, IsEmpty());
}

std::string ErrorOf(const PolygonMap& map) {
  return std::string(ImportPolygons(map, {}, 0.5).status().message());
}

TEST(ImportPolygons, WhatCannotBeWalkedOnIsRefusedByPlaceAndId) {
  const PolygonMap::Polygon good = Rectangle(1, 0, 0, 4, 4);
  EXPECT_EQ(ErrorOf({}), "there is no polygon");
  EXPECT_EQ(
      ErrorOf(MapOf({good, good}, {})),
      "polygons: line 101: polygon 1: its id was given before; the rows of a polygon follow each other");
  EXPECT_EQ(ErrorOf(MapOf({{7, "", {{0, 0, 0}, {4, 0, 0}, {1, 0, 1}, {0, 0, 4}}, 12}}, {})),
            "polygons: line 12: polygon 7: seen from above, it is not convex");
  EXPECT_EQ(ErrorOf(MapOf({{7, "", {{0, 0, 0}, {4, 0, 4}, {4, 0, 0}, {0, 0, 3}}, 12}}, {})),
            "polygons: line 12: polygon 7: seen from above, it is not convex");
  EXPECT_EQ(
      ErrorOf(MapOf({{7, "", {{0, 0, 0}, {4, 0, 0}, {8, 1, 0}}, 12}}, {})),
      "polygons: line 12: polygon 7: seen from above, it is thinner than 1.95312 mm, as are all polygons");
  EXPECT_EQ(ErrorOf(MapOf({{7, "", {{0, 0, 0}, {0, 4, 0}, {8, 1, 0}, {8, 0, 5}}, 12}}, {})),
            "polygons: line 12: polygon 7: seen from above, corners 0 and 1 (counter-clockwise) are within "
            "1.95312 mm");
  EXPECT_EQ(ErrorOf(MapOf({Rectangle(7, 0, 0, 17000, 4)}, {})),
            "polygons: line 107: polygon 7: a corner lies beyond 16000 m");
  EXPECT_EQ(ErrorOf(MapOf({good}, {{1, 2}})), "connections: line 9: there is no polygon 2");
  EXPECT_EQ(ErrorOf(MapOf({good}, {{1, 1}})), "connections: line 9: polygon 1 with itself");
}

TEST(ImportPolygons, MoreThan63AreasAreRefused) {
  PolygonMap map;
  for (uint32_t i = 0; i < 63; ++i) {
    map.polygons.push_back(Rectangle(i, i, 0, i + 1, 1));
    map.polygons.back().area = "area " + std::to_string(i);
  }
  EXPECT_EQ(ErrorOf(map),
            "polygons: line 162: polygon 62: its area 'area 62' is one more than the 63 that fit");
}

// Polygons at random, some of whose neighbours are connected, one way or both, and some far apart too.
PolygonMap RandomMap(Random& random) {
  PolygonSoup soup = JitteredCells(RandomDrawing(6, 6, 0.2, random), 0.3, random);
  MergeSome(soup, 10, random);
  PolygonMap map;
  for (uint32_t i = 0; i < soup.polygons.size(); ++i) {
    PolygonMap::Polygon polygon{.id = 1000 - 3 * i, .place = i};
    const double storey = random.NextBelow(4) == 0 ? random.NextInRange(-3, 3) : 0;
    for (uint32_t v : soup.polygons[i].vertices) {
      polygon.corners.push_back(Vec3(soup.vertices[v]) + Vec3{0, storey, 0});
    }
    if (random.NextBelow(2) == 0) std::reverse(polygon.corners.begin(), polygon.corners.end());
    map.polygons.push_back(polygon);
  }
  const auto count = static_cast<uint32_t>(map.polygons.size());
  for (uint32_t i = 0; i < count; ++i) {
    for (const uint32_t neighbour : soup.polygons[i].neighbours) {
      if (neighbour == kNoNeighbour || random.NextBelow(3) == 0) continue;
      map.connections.push_back({map.polygons[i].id, map.polygons[neighbour].id, 0});
      if (random.NextBelow(8) == 0) map.connections.push_back(map.connections.back());
    }
    const uint32_t far = random.NextBelow(count);
    if (far != i && random.NextBelow(6) == 0) {
      map.connections.push_back({map.polygons[i].id, map.polygons[far].id, 0});
    }
  }
  return map;
}

TEST(ImportPolygons, TheGraphHasExactlyTheListedConnections) {
  Random random(20);
  size_t walked = 0;
  size_t linked = 0;
  for (int round = 0; round < 300; ++round) {
    const PolygonMap map = RandomMap(random);
    if (map.polygons.empty()) continue;
    const Built built = Build(map);
    Ids listed;
    for (const PolygonMap::Connection& c : map.connections) listed.emplace_back(c.from, c.to);
    std::sort(listed.begin(), listed.end());
    listed.erase(std::unique(listed.begin(), listed.end()), listed.end());
    Ids found = built.walked;
    found.insert(found.end(), built.linked.begin(), built.linked.end());
    std::sort(found.begin(), found.end());  // a connection that is both walked and linked shows here
    ASSERT_EQ(found, listed) << "round " << round;
    walked += built.walked.size();
    linked += built.linked.size();
  }
  EXPECT_GT(walked, 5000U);
  EXPECT_GT(linked, 1000U);
}

}  // namespace
}  // namespace waystone
