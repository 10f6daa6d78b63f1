#include "bake/navmesh/navmesh_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <set>

#include "core/base/random.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/same_bytes.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

// Polygons one can step to from the polygon at (x, z).
std::set<uint32_t> NeighboursAt(const NavmeshView& mesh, double x, double z, double y = 0) {
  std::set<uint32_t> neighbours;
  for (const NavEdge& edge : mesh.edges(PolyAt(mesh, x, z, y))) {
    if (edge.twin != kNoEdge) neighbours.insert(mesh.edge(EdgeId(edge.twin)).poly);
  }
  return neighbours;
}

std::set<uint32_t> Polys(const NavmeshView& mesh, std::initializer_list<Vec3> places) {
  std::set<uint32_t> polys;
  for (const Vec3& p : places) polys.insert(PolyAt(mesh, p.x, p.z, p.y).value());
  return polys;
}

bool OnBorder(const NavmeshView& mesh, double x, double z) {
  for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
    const Vec3f& at = mesh.EdgeStart(EdgeId(e));
    if (at.x == x && at.z == z) return (mesh.edge(EdgeId(e)).flags & kNavEdgeStartsAtBorder) != 0;
  }
  ADD_FAILURE() << "no vertex at " << x << ", " << z;
  return false;
}

void ExpectInvalid(const PolygonSoup& soup, const std::string& what) {
  const absl::StatusOr<NavmeshData> built = BuildNavmesh(soup);
  ASSERT_FALSE(built.ok()) << what;
  EXPECT_EQ(built.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(built.status().message()), HasSubstr(what));
}

TEST(BuildNavmesh, JoinsCellsThatShareASideAndNoneAcrossAWall) {
  const NavmeshData data = AsciiNavmesh(
      "...\n"
      "..#\n");
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(mesh.poly_count(), 5U);
  EXPECT_EQ(NeighboursAt(mesh, 1.5, 0.5), Polys(mesh, {{0.5, 0, 0.5}, {2.5, 0, 0.5}, {1.5, 0, 1.5}}));
  EXPECT_EQ(NeighboursAt(mesh, 2.5, 0.5), Polys(mesh, {{1.5, 0, 0.5}}));
  EXPECT_DOUBLE_EQ(data.area_prefix_m2.back(), 5.0);
}

TEST(BuildNavmesh, WeldsTheCornersOfJoinedSides) {
  EXPECT_EQ(AsciiNavmesh("...\n...\n").vertices.size(), 12U);
  EXPECT_EQ(AsciiNavmesh(".#.\n").vertices.size(), 8U);
  // Diagonal cells touch in a point without being joined: four corners each.
  EXPECT_EQ(AsciiNavmesh(".#\n#.\n").vertices.size(), 8U);
}

TEST(BuildNavmesh, SplitsALongSideAtItsNeighboursCorners) {
  const NavmeshData data = AsciiNavmesh(
      "......\n"
      ".##.#.\n",
      {.merge_rows = true});
  const NavmeshView mesh = ViewOf(data);
  ASSERT_EQ(mesh.poly_count(), 4U);
  const PolyId row = PolyAt(mesh, 3, 0.5);
  // Four corners and four splits along the lower side, of which two are where the middle cell begins and
  // ends.
  EXPECT_EQ(mesh.poly(row).edge_count, 8);
  int splits = 0;
  int joined = 0;
  for (const NavEdge& edge : mesh.edges(row)) {
    splits += (edge.flags & kNavEdgeStartIsSplit) != 0 ? 1 : 0;
    joined += edge.twin != kNoEdge ? 1 : 0;
  }
  EXPECT_EQ(splits, 4);
  EXPECT_EQ(joined, 3);
  EXPECT_EQ(NeighboursAt(mesh, 3, 0.5), Polys(mesh, {{0.5, 0, 1.5}, {3.5, 0, 1.5}, {5.5, 0, 1.5}}));
}

TEST(BuildNavmesh, MarksOnlyCornersWhereAPathCanTurn) {
  const NavmeshData data = AsciiNavmesh(
      "....\n"
      "....\n"
      "..#.\n"
      "....\n");
  const NavmeshView mesh = ViewOf(data);
  EXPECT_FALSE(OnBorder(mesh, 1, 1));
  EXPECT_TRUE(OnBorder(mesh, 2, 2));
  EXPECT_TRUE(OnBorder(mesh, 3, 3));
  EXPECT_TRUE(OnBorder(mesh, 0, 1));
}

TEST(BuildNavmesh, JoinsLevelsWithinAStepOnly) {
  const NavmeshData data = AsciiNavmesh("0124\n");
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(NeighboursAt(mesh, 1.5, 0.5, 0.5).size(), 2U);
  EXPECT_EQ(NeighboursAt(mesh, 2.5, 0.5, 1.0), Polys(mesh, {{1.5, 0.5, 0.5}}));
  EXPECT_TRUE(NeighboursAt(mesh, 3.5, 0.5, 2.0).empty());
}

TEST(BuildNavmesh, KeepsEachSurfaceAtItsHeightWhereWeldingMovesACorner) {
  const NavmeshData data = AsciiNavmesh("01\n");
  EXPECT_EQ(data.vertices.size(), 6U);
  // One of the two cells had its two shared corners moved; its triangles use detail vertices there instead.
  EXPECT_EQ(data.detail_vertices.size(), 2U);
  for (const NavPoly& poly : data.polys) {
    std::set<float> heights;
    for (uint32_t t = poly.first_detail_triangle; t < poly.first_detail_triangle + poly.detail_triangle_count;
         ++t) {
      for (uint16_t k : data.detail_triangles[t].corner) {
        heights.insert(k < poly.edge_count
                           ? data.vertices[data.edges[poly.first_edge + k].vertex].y
                           : data.detail_vertices[poly.first_detail_vertex + k - poly.edge_count].y);
      }
    }
    EXPECT_EQ(heights.size(), 1U);
  }
}

TEST(BuildNavmesh, JoinsStoreysByTheirStairsAlone) {
  // The stairs climb along the bottom row to the storey above, which also covers the ground.
  const NavmeshData data =
      AsciiStoreys({"...........\n"
                    "..123456789\n",
                    "...........\n"
                    "           .\n"});
  const NavmeshView mesh = ViewOf(data);
  EXPECT_EQ(mesh.poly_count(), 11U + 11U + 11U + 1U);
  EXPECT_EQ(NeighboursAt(mesh, 3.5, 0.5, 0).count(PolyAt(mesh, 3.5, 0.5, 4.5).value()), 0U);
  // The top step meets the upper storey across its upper side and the landing across its right one.
  EXPECT_EQ(NeighboursAt(mesh, 10.5, 1.5, 4.5),
            Polys(mesh, {{9.5, 4.0, 1.5}, {10.5, 4.5, 0.5}, {11.5, 4.5, 1.5}}));
}

TEST(BuildNavmesh, GivesAStretchToTheFloorClosestInHeight) {
  PolygonSoup soup = AsciiSoup({"1.\n"});
  // Two floors 0.3 and 0.4 m under the raised cell's side: both within the step, only one may have it.
  soup.max_climb_m = 0.5F;
  for (uint32_t v : soup.polygons[0].vertices) soup.vertices[v].y = 0.7F;
  SoupPolygon copy = soup.polygons[1];
  for (uint32_t& v : copy.vertices) {
    soup.vertices.push_back(soup.vertices[v]);
    soup.vertices.back().y = 0.4F;
    v = static_cast<uint32_t>(soup.vertices.size() - 1);
  }
  for (uint32_t v : soup.polygons[1].vertices) soup.vertices[v].y = 0.3F;
  soup.polygons.push_back(copy);
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  EXPECT_EQ(NeighboursAt(mesh, 0.5, 0.5, 0.7), Polys(mesh, {{1.5, 0.4, 0.5}}));
}

TEST(BuildNavmesh, TakesNeighboursTheSoupNames) {
  PolygonSoup soup;
  soup.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 0, 1}, {0, 0, 1}, {2, 0, 0}, {2, 0, 1}};
  soup.polygons.resize(2);
  soup.polygons[0].vertices = {0, 1, 2, 3};
  soup.polygons[0].neighbours = {kNoNeighbour, 1, kNoNeighbour, kNoNeighbour};
  soup.polygons[1].vertices = {1, 4, 5, 2};
  soup.polygons[1].neighbours = {kNoNeighbour, kNoNeighbour, kNoNeighbour, 0};
  absl::StatusOr<NavmeshData> both = BuildNavmesh(soup);
  ASSERT_TRUE(both.ok()) << both.status();
  EXPECT_EQ(NeighboursAt(ViewOf(*both), 0.5, 0.5).size(), 1U);
  EXPECT_EQ(NeighboursAt(ViewOf(*both), 1.5, 0.5).size(), 1U);

  soup.polygons[1].neighbours[3] = kNoNeighbour;
  absl::StatusOr<NavmeshData> one_way = BuildNavmesh(soup);
  ASSERT_TRUE(one_way.ok()) << one_way.status();
  EXPECT_EQ(NeighboursAt(ViewOf(*one_way), 0.5, 0.5).size(), 1U);
  EXPECT_EQ(NeighboursAt(ViewOf(*one_way), 1.5, 0.5).size(), 0U);
  EXPECT_TRUE(OnBorder(ViewOf(*one_way), 1, 0));

  soup.polygons[0].neighbours = {1, kNoNeighbour, kNoNeighbour, kNoNeighbour};
  ExpectInvalid(soup, "polygon 0: side 0 is not a side of its neighbour 1");
}

TEST(BuildNavmesh, RemapsDetailTrianglesBehindSplits) {
  PolygonSoup soup = AsciiSoup({"......\n.##.#.\n"}, {.merge_rows = true});
  SoupPolygon& row = soup.polygons[0];
  row.detail_vertices = {{3, 0.25F, 0.5F}};
  row.detail_triangles = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
  ASSERT_TRUE(data.ok()) << data.status();
  const NavmeshView mesh = ViewOf(*data);
  const NavPoly& poly = mesh.poly(PolyAt(mesh, 3, 0.5));
  ASSERT_EQ(poly.detail_triangle_count, 4);
  std::set<std::pair<float, float>> corners;
  for (int t = 0; t < 4; ++t) {
    const NavDetailTriangle& triangle = data->detail_triangles[poly.first_detail_triangle + t];
    EXPECT_EQ(triangle.corner[2], poly.edge_count);
    for (int k = 0; k < 2; ++k) {
      const Vec3f& v = data->vertices[data->edges[poly.first_edge + triangle.corner[k]].vertex];
      corners.insert({v.x, v.z});
    }
  }
  EXPECT_EQ(corners, (std::set<std::pair<float, float>>{{0, 0}, {6, 0}, {6, 1}, {0, 1}}));
}

TEST(BuildNavmesh, GivesNeighboursInSpaceNeighbouringIds) {
  std::string drawing;
  for (int row = 0; row < 64; ++row) drawing += std::string(64, '.') + "\n";
  const NavmeshData data = AsciiNavmesh(drawing);
  const NavmeshView mesh = ViewOf(data);
  uint32_t close = 0;
  for (uint32_t i = 1; i < mesh.poly_count(); ++i) {
    for (const NavEdge& edge : mesh.edges(PolyId(i))) {
      if (edge.twin != kNoEdge && mesh.edge(EdgeId(edge.twin)).poly == i - 1) ++close;
    }
  }
  EXPECT_EQ(close, mesh.poly_count() - 1);
}

TEST(BuildNavmesh, MakesTheSameBytesWhateverTheOrderOfTheWorld) {
  const PolygonSoup soup = AsciiSoup({"..1.#...\n.12....#\n#.......\n"}, {.merge_rows = true});
  const absl::StatusOr<NavmeshData> once = BuildNavmesh(soup);
  const absl::StatusOr<NavmeshData> twice = BuildNavmesh(soup);
  ASSERT_TRUE(once.ok() && twice.ok());
  EXPECT_EQ(std::memcmp(&once->header, &twice->header, sizeof(NavmeshHeader)), 0);
  EXPECT_TRUE(SameBytes(once->edges, twice->edges));
  EXPECT_TRUE(SameBytes(once->vertices, twice->vertices));
  EXPECT_TRUE(SameBytes(once->polys, twice->polys));
  EXPECT_TRUE(SameBytes(once->tree_boxes, twice->tree_boxes));
}

TEST(BuildNavmesh, AcceptsAnEmptyWorld) {
  const absl::StatusOr<NavmeshData> data = BuildNavmesh({});
  ASSERT_TRUE(data.ok()) << data.status();
  EXPECT_EQ(ViewOf(*data).poly_count(), 0U);
  EXPECT_TRUE(data->tree_boxes.empty());
}

// Rectangles that cut the plane at random: every two that share a stretch of side longer than the tolerance
// are neighbours, told by comparing all pairs.
TEST(BuildNavmesh, FindsEveryNeighbourOfRandomSubdivisions) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    struct Rectangle {
      int x0, z0, x1, z1;
    };
    std::vector<Rectangle> rectangles = {{0, 0, 64, 64}};
    for (int cut = 0; cut < 60; ++cut) {
      Rectangle& r = rectangles[random.NextBelow(static_cast<uint32_t>(rectangles.size()))];
      Rectangle other = r;
      if (random.NextBelow(2) == 0) {
        if (r.x1 - r.x0 < 2) continue;
        other.x0 = r.x1 =
            r.x0 + 1 + static_cast<int>(random.NextBelow(static_cast<uint32_t>(r.x1 - r.x0 - 1)));
      } else {
        if (r.z1 - r.z0 < 2) continue;
        other.z0 = r.z1 =
            r.z0 + 1 + static_cast<int>(random.NextBelow(static_cast<uint32_t>(r.z1 - r.z0 - 1)));
      }
      rectangles.push_back(other);
    }
    // Turned by an angle and moved, so that sides are not on a lattice.
    const double angle = random.NextInRange(0, 6.28);
    const auto place = [&](int x, int z) {
      return Vec3(1000 + x * std::cos(angle) - z * std::sin(angle), 0,
                  700 + x * std::sin(angle) + z * std::cos(angle))
          .ToFloat();
    };
    PolygonSoup soup;
    for (const Rectangle& r : rectangles) {
      SoupPolygon poly;
      const auto first = static_cast<uint32_t>(soup.vertices.size());
      for (const Vec3f& v : {place(r.x0, r.z0), place(r.x1, r.z0), place(r.x1, r.z1), place(r.x0, r.z1)}) {
        soup.vertices.push_back(v);
      }
      poly.vertices = {first, first + 1, first + 2, first + 3};
      poly.neighbours.assign(4, kNoNeighbour);
      poly.loose_sides = 0xf;
      poly.external_id = static_cast<uint32_t>(soup.polygons.size());
      soup.polygons.push_back(poly);
    }
    const absl::StatusOr<NavmeshData> data = BuildNavmesh(soup);
    ASSERT_TRUE(data.ok()) << data.status();
    std::set<std::pair<uint32_t, uint32_t>> found;
    for (const NavEdge& edge : data->edges) {
      if (edge.twin == kNoEdge) continue;
      found.insert(
          {data->polys[edge.poly].external_id, data->polys[data->edges[edge.twin].poly].external_id});
    }
    std::set<std::pair<uint32_t, uint32_t>> expected;
    for (uint32_t i = 0; i < rectangles.size(); ++i) {
      for (uint32_t j = 0; j < rectangles.size(); ++j) {
        const Rectangle& a = rectangles[i];
        const Rectangle& b = rectangles[j];
        const int shared_x = std::min(a.x1, b.x1) - std::max(a.x0, b.x0);
        const int shared_z = std::min(a.z1, b.z1) - std::max(a.z0, b.z0);
        if ((shared_x == 0 && shared_z > 0) || (shared_z == 0 && shared_x > 0)) expected.insert({i, j});
      }
    }
    EXPECT_EQ(found, expected) << seed;
  }
}

TEST(BuildNavmesh, RefusesPolygonsThatBreakARule) {
  const PolygonSoup good = AsciiSoup({"..\n"});
  const auto with = [&](const std::function<void(PolygonSoup&)>& change) {
    PolygonSoup soup = good;
    change(soup);
    return soup;
  };
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  ExpectInvalid(with([&](auto& s) { s.vertices[3].y = kNan; }), "vertex 3 is not finite");
  ExpectInvalid(with([](auto& s) { s.vertices[2].x = 1e30F; }), "vertex 2 is not finite or beyond");
  ExpectInvalid(with([](auto& s) { s.polygons[1].vertices[0] = 99; }), "polygon 1: vertex out of range");
  ExpectInvalid(with([](auto& s) { s.polygons[1].vertices.resize(2); }), "polygon 1: 2 corners");
  ExpectInvalid(with([](auto& s) { s.polygons[1].neighbours.pop_back(); }), "polygon 1: not one neighbour");
  ExpectInvalid(with([](auto& s) {
                  s.polygons[1].loose_sides = 0;
                  s.polygons[1].neighbours[0] = 7;
                }),
                "polygon 1: neighbour out of range");
  ExpectInvalid(with([](auto& s) { s.polygons[1].neighbours[0] = 0; }), "is a portal and has a neighbour");
  ExpectInvalid(with([](auto& s) { std::swap(s.polygons[0].vertices[1], s.polygons[0].vertices[3]); }),
                "polygon 0: not convex");
  ExpectInvalid(with([](auto& s) { std::swap(s.polygons[0].vertices[1], s.polygons[0].vertices[2]); }),
                "polygon 0: not convex");
  ExpectInvalid(with([](auto& s) { s.vertices[2] = s.vertices[1]; }), "polygon 0: two corners in a row");
  ExpectInvalid(with([](auto& s) { s.vertices[2].z = s.vertices[3].z = 0; }), "polygon 0: ");
  ExpectInvalid(with([](auto& s) { s.polygons[0].area = 64; }), "polygon 0: area is not in [1, 63]");
  ExpectInvalid(with([](auto& s) { s.polygons[0].detail_triangles = {0, 1, 4}; }), "detail triangle corner");
  ExpectInvalid(with([](auto& s) { s.polygons[0].detail_triangles = {0, 1}; }), "not 3 per triangle");
  ExpectInvalid(with([](auto& s) { s.polygons[0].detail_vertices.resize(256); }), "more than 255 detail");
  ExpectInvalid(with([&](auto& s) { s.max_climb_m = kNan; }), "max_climb_m");
  ExpectInvalid(with([&](auto& s) { s.cell_size_m = kNan; }), "cell_size_m");
}

TEST(BuildNavmesh, ListedPassagesAreTheOnlyPathsAcrossPortalSides) {
  PolygonSoup soup = AsciiSoup({"...\n"});
  ASSERT_EQ(soup.polygons.size(), 3U);
  for (SoupPolygon& polygon : soup.polygons) {
    polygon.neighbours.assign(4, kNoNeighbour);
    polygon.loose_sides = 0xf;
    polygon.external_id = static_cast<uint32_t>(&polygon - soup.polygons.data());
  }
  soup.passages = {{0, 1}, {1, 2}, {2, 1}};
  const absl::StatusOr<NavmeshData> built = BuildNavmesh(soup);
  ASSERT_TRUE(built.ok()) << built.status();
  const NavmeshView mesh = ViewOf(*built);
  EXPECT_EQ(NeighboursAt(mesh, 0.5, 0.5), Polys(mesh, {{1.5, 0, 0.5}}));
  EXPECT_EQ(NeighboursAt(mesh, 1.5, 0.5), Polys(mesh, {{2.5, 0, 0.5}}));
  EXPECT_EQ(NeighboursAt(mesh, 2.5, 0.5), Polys(mesh, {{1.5, 0, 0.5}}));
}

TEST(BuildNavmesh, PassagesThatAreNoneAreRefused) {
  PolygonSoup soup = AsciiSoup({"...\n"});
  soup.passages = {{0, 3}};
  ExpectInvalid(soup, "passage 0 -> 3: there is no such polygon");
  soup.passages = {{1, 1}};
  ExpectInvalid(soup, "passage 1 -> 1: a loop");
  soup.passages = {{1, 0}, {0, 1}};
  ExpectInvalid(soup, "the passages are not sorted");
}

}  // namespace
}  // namespace waystone
