#include "core/navmesh/navmesh_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "core/base/random.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

NavmeshData SmallMesh() {
  return AsciiNavmesh(
      "..1.....\n"
      "..#..#..\n"
      "........\n",
      {.merge_rows = true});
}

void ExpectRefused(const std::function<void(NavmeshData&)>& change, const std::string& what) {
  NavmeshData data = SmallMesh();
  change(data);
  const absl::StatusOr<NavmeshView> view = NavmeshView::Create(data);
  ASSERT_FALSE(view.ok()) << what;
  EXPECT_EQ(view.status().code(), absl::StatusCode::kDataLoss);
  EXPECT_THAT(std::string(view.status().message()), HasSubstr(what));
}

TEST(NavmeshView, WalksAroundAPolygon) {
  const NavmeshData data = AsciiNavmesh("..\n");
  const NavmeshView mesh = ViewOf(data);
  const NavPoly& poly = mesh.poly(PolyId(0));
  EdgeId edge(poly.first_edge);
  for (int k = 0; k < poly.edge_count; ++k) {
    EXPECT_EQ(mesh.EdgeEnd(edge), mesh.EdgeStart(mesh.Next(edge)));
    edge = mesh.Next(edge);
  }
  EXPECT_EQ(edge, EdgeId(poly.first_edge));
}

TEST(NavmeshView, AcceptsAOneWayPassage) {
  NavmeshData data = AsciiNavmesh("..\n");
  const PolyId left = PolyAt(ViewOf(data), 0.5, 0.5);
  const PolyId right = PolyAt(ViewOf(data), 1.5, 0.5);
  MakeOneWay(data, left, right);
  const NavmeshView mesh = ViewOf(data);
  const auto open = [&](PolyId poly) {
    return std::ranges::count_if(mesh.edges(poly), [](const NavEdge& e) { return e.twin != kNoEdge; });
  };
  EXPECT_EQ(open(left), 1);
  EXPECT_EQ(open(right), 0);
}

TEST(NavmeshView, RefusesCountsThatDoNotMatch) {
  ExpectRefused([](auto& d) { ++d.header.poly_count; }, "poly_count");
  ExpectRefused([](auto& d) { d.header.edge_count = 0xffffffff; }, "edge_count");
  ExpectRefused([](auto& d) { d.vertices.pop_back(); }, "vertex_count");
  ExpectRefused([](auto& d) { d.area_prefix_m2.clear(); }, "poly_count");
  ExpectRefused([](auto& d) { d.detail_triangles.emplace_back(); }, "detail_triangle_count");
  ExpectRefused([](auto& d) { d.header.tree_level_count = 0; }, "tree_level_count");
  ExpectRefused([](auto& d) { d.header.tree_level_begin[0] = 1; }, "tree_level_begin[0]");
  ExpectRefused([](auto& d) { d.header.tree_level_begin[kNavMaxTreeLevels] = 0xffffffff; },
                "tree_level_begin[12]");
  ExpectRefused([](auto& d) { d.tree_boxes.pop_back(); }, "tree_boxes");
}

TEST(NavmeshView, RefusesIndicesOutOfRange) {
  ExpectRefused([](auto& d) { d.edges[2].vertex = d.header.vertex_count; }, "edges[2]: vertex");
  ExpectRefused([](auto& d) { d.edges[2].twin = d.header.edge_count; }, "edges[2]: twin");
  ExpectRefused([](auto& d) { d.edges[2].poly = 1; }, "edges[2]: poly");
  ExpectRefused([](auto& d) { ++d.polys[1].first_edge; }, "polys[1]: first_edge");
  ExpectRefused([](auto& d) { d.polys[1].edge_count = 2; }, "polys[1]: edge_count");
  ExpectRefused([](auto& d) { ++d.polys.back().edge_count; }, ": more records than there are");
  ExpectRefused([](auto& d) { d.polys[1].first_detail_triangle = 0xffffffff; }, "polys[1]: first detail");
  ExpectRefused([](auto& d) { d.polys[0].detail_triangle_count = 0; }, "polys[0]: no detail triangles");
  ExpectRefused([](auto& d) { d.detail_triangles[0].corner[1] = 0xffff; }, "detail_triangles[0]");
}

TEST(NavmeshView, RefusesFieldsThatBreakTheirRule) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  ExpectRefused([](auto& d) { d.header.reserved[4] = 1; }, "reserved");
  ExpectRefused([&](auto& d) { d.header.max_climb_m = kNan; }, "max_climb_m");
  ExpectRefused([](auto& d) { d.header.cell_size_m = -1; }, "cell_size_m");
  ExpectRefused([&](auto& d) { d.header.bounds_max[1] = kNan; }, "bounds");
  ExpectRefused([](auto& d) { d.header.bounds_min[0] = 100; }, "bounds");
  ExpectRefused([](auto& d) { d.header.bounds_max[2] = 1; }, "bounds");
  ExpectRefused([&](auto& d) { d.vertices[1].x = kNan; }, "vertices[1]");
  ExpectRefused([](auto& d) { d.vertices[1].y = 1e30F; }, "vertices[1]");
  ExpectRefused([&](auto& d) { d.detail_vertices[0].z = kNan; }, "detail_vertices[0]");
  ExpectRefused([](auto& d) { d.polys[1].area = 0; }, "polys[1]: area");
  ExpectRefused([](auto& d) { d.polys[1].reserved = 1; }, "polys[1]: reserved");
  ExpectRefused([](auto& d) { d.edges[1].reserved = 1; }, "edges[1]");
  ExpectRefused([](auto& d) { d.edges[1].flags |= 0x80; }, "edges[1]");
  ExpectRefused([&](auto& d) { d.area_prefix_m2[1] = kNan; }, "area_prefix_m2[1]");
  ExpectRefused([](auto& d) { d.area_prefix_m2[1] += 0.1; }, "area_prefix_m2[1]");
  ExpectRefused([&](auto& d) { d.tree_boxes[0].min[0] = kNan; }, "tree_boxes[0]");
  ExpectRefused([](auto& d) { d.tree_boxes[0].max[0] -= 0.5F; }, "tree_boxes[0]");
}

TEST(NavmeshView, RefusesTwinsThatDoNotMatch) {
  const NavmeshData data = SmallMesh();
  uint32_t joined = 0;
  while (data.edges[joined].twin == kNoEdge) ++joined;
  uint32_t open = 0;
  while (data.edges[open].twin != kNoEdge) ++open;
  ExpectRefused([&](auto& d) { d.edges[open].twin = joined; }, "twin");
  ExpectRefused([&](auto& d) { d.edges[joined].twin = joined; }, "same polygon");
  ExpectRefused([&](auto& d) { d.edges[joined].twin = (d.edges[joined].twin + 1) % d.edges.size(); }, "twin");
}

TEST(NavmeshView, RefusesBorderAndSplitFlagsThatLie) {
  const NavmeshData data = SmallMesh();
  ExpectRefused(
      [](auto& d) {
        for (NavEdge& e : d.edges) e.flags &= static_cast<uint16_t>(~kNavEdgeStartsAtBorder);
      },
      "on a border but not flagged");
  ExpectRefused([](auto& d) { d.edges[0].flags ^= kNavEdgeStartsAtBorder; }, "border");
  ExpectRefused([](auto& d) { d.edges[0].flags ^= kNavEdgeStartIsSplit; }, "split");
  ExpectRefused([](auto& d) { d.edges[0].flags ^= kNavEdgeStartIsPinched; }, "pinched");
}

TEST(NavmeshView, RefusesShapesThatAreNotConvex) {
  // The middle of a 2 x 2 square of cells, moved into one of them.
  NavmeshData data = AsciiNavmesh("..\n..\n");
  for (Vec3f& v : data.vertices) {
    if (v.x == 1 && v.z == 1) v = {0.25F, 0, 0.25F};
  }
  const absl::Status status = NavmeshView::Create(data).status();
  EXPECT_THAT(std::string(status.message()), HasSubstr("not convex"));
}

TEST(NavmeshView, NeitherCrashesNorHangsOnRandomDamage) {
  const NavmeshData good = SmallMesh();
  Random random(1);
  int refused = 0;
  for (int round = 0; round < 20000; ++round) {
    NavmeshData data = good;
    const auto damage = [&](auto& records) {
      const size_t bytes = records.size() * sizeof(records[0]);
      auto* at =
          reinterpret_cast<unsigned char*>(records.data()) + random.NextBelow(static_cast<uint32_t>(bytes));
      *at = static_cast<unsigned char>(*at ^ 1U << random.NextBelow(8));
    };
    std::span<NavmeshHeader> header(&data.header, 1);
    switch (random.NextBelow(8)) {
      case 0:
        damage(header);
        break;
      case 1:
        damage(data.vertices);
        break;
      case 2:
        damage(data.edges);
        break;
      case 3:
        damage(data.polys);
        break;
      case 4:
        damage(data.detail_vertices);
        break;
      case 5:
        damage(data.detail_triangles);
        break;
      case 6:
        damage(data.tree_boxes);
        break;
      default:
        damage(data.area_prefix_m2);
        break;
    }
    refused += NavmeshView::Create(data).ok() ? 0 : 1;
  }
  // What is left is harmless: heights, external ids, tiles, low bits of coordinates and boxes.
  EXPECT_GT(refused, 10000);
}

}  // namespace
}  // namespace waystone
