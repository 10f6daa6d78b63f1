// What is left to a goal, by the guide, against a plain search over the hierarchy's arcs.
#include "core/navmesh/hierarchy_guide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/graph/best_first.h"
#include "core/navmesh/hierarchy_route.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// Arcs are pulled taut, so that two in a row may be longer than one over both: climbing finds a little more than a
// plain search over all arcs.
constexpr double kMost = 1.01;

// The middle of the polygon with the least z.
NavLocation FirstOf(const NavmeshView& mesh) {
  PolyId poly(0);
  const auto z_of = [&](PolyId id) { return Vec3(mesh.EdgeStart(EdgeId(mesh.poly(id).first_edge))).z; };
  for (uint32_t id = 1; id < mesh.poly_count(); ++id) {
    if (z_of(PolyId(id)) < z_of(poly)) poly = PolyId(id);
  }
  Vec3 sum;
  const auto edges = mesh.edges(poly);
  for (const NavEdge& edge : edges) sum = sum + Vec3(mesh.vertex(VertexId(edge.vertex)));
  return {poly, sum * (1.0 / static_cast<double>(edges.size()))};
}

// Dijkstra's search over all arcs, whatever climbs: what is left from each node.
std::vector<double> LeftByPlainSearch(const HierarchyView& hierarchy, const std::vector<HierarchySeed>& to) {
  struct Arc {
    uint32_t from;
    double cost_m;
  };
  std::vector<std::vector<Arc>> into(hierarchy.nodes().size());
  for (uint32_t node = 0; node < into.size(); ++node) {
    for (const HierarchyArc& arc : hierarchy.ArcsOf(HierarchyNodeId(node))) {
      if ((arc.directions() & kArcOut) != 0) into[arc.node().value()].push_back({node, arc.cost_m});
      if ((arc.directions() & kArcIn) != 0) into[node].push_back({arc.node().value(), arc.cost_m});
    }
  }
  BestFirst<double> search;
  search.Begin(into.size());
  for (const HierarchySeed& seed : to) search.Reach(seed.node.value(), seed.cost_m, 0);
  std::vector<double> left_m(into.size(), std::numeric_limits<double>::infinity());
  for (uint32_t node = search.Settle(); node != search.kNone; node = search.Settle()) {
    left_m[node] = search.CostOf(node);
    for (const Arc& arc : into[node]) search.Reach(arc.from, left_m[node] + arc.cost_m, node);
  }
  return left_m;
}

void ExpectGuideOfPlainSearch(const NavmeshData& data, const LinkData& link_data, uint64_t abilities,
                              Random& random, int& compared, int& unreached) {
  const NavmeshView mesh = ViewOf(data);
  const LinkView links = *LinkView::Create(link_data, mesh);
  const HierarchyData hierarchy_data = *BuildHierarchy(mesh, links, abilities, {.min_polygons = 0}, 1);
  const HierarchyView hierarchy = *HierarchyView::Create(hierarchy_data, mesh, links);
  HierarchyGuide guide;
  std::vector<HierarchySeed> from;
  std::vector<HierarchySeed> to;
  for (int i = 0; i < 8; ++i) {
    // Half of the goals at the edge of the drawing, which may be out of reach.
    NavLocation goal = RandomLatticePlace(mesh, random);
    if (i % 2 == 0) goal = FirstOf(mesh);
    ASSERT_TRUE(guide.Begin(mesh, links, hierarchy, goal, {}));
    FindSeeds(mesh, links, hierarchy, goal, true, to);
    const std::vector<double> left_m = LeftByPlainSearch(hierarchy, to);
    for (int k = 0; k < 8; ++k) {
      const NavLocation start = RandomLatticePlace(mesh, random);
      FindSeeds(mesh, links, hierarchy, start, false, from);
      double want_m = std::numeric_limits<double>::infinity();
      for (const HierarchySeed& seed : from)
        want_m = std::min(want_m, seed.cost_m + left_m[seed.node.value()]);
      if (start.poly == goal.poly) want_m = std::min(want_m, PlaneDistance(start.point, goal.point));
      const double got_m = guide.Left_m(start.poly, start.point.Plane());
      if (std::isinf(want_m)) {
        EXPECT_TRUE(std::isinf(got_m));
        ++unreached;
      } else {
        EXPECT_GE(got_m, want_m - 1e-4 * (1 + want_m));
        EXPECT_LE(got_m, kMost * want_m + 1e-4);
        ++compared;
      }
    }
  }
}

TEST(HierarchyGuideTest, KnowsWhatAPlainSearchFinds) {
  Random random(4);
  int compared = 0;
  int unreached = 0;
  for (int i = 0; i < 150 && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE(i);
    PolygonSoup soup = SharedCells(RandomDrawing(8, 8, 0.25, random));
    if (i % 3 == 0) CloseSome(soup, 0.2, random);
    if (soup.polygons.empty()) continue;
    const NavmeshData data = *BuildNavmesh(soup);
    const LinkData links = RandomLinks(ViewOf(data), random.NextBelow(5), i % 2 == 0, random);
    ExpectGuideOfPlainSearch(data, links, random.NextBelow(4), random, compared, unreached);
  }
  EXPECT_GT(compared, 3000);
}

TEST(HierarchyGuideTest, IsRightOnOpenGroundWithGroundApart) {
  Random random(9);
  int compared = 0;
  int unreached = 0;
  for (const int side : {20, 24, 30}) {
    const auto row = [&](char cell) { return std::string(static_cast<size_t>(side), cell) + "\n"; };
    const std::string apart = row('.') + row('#');  // ground that no path leads to, at both edges
    const std::string drawing = apart + RandomDrawing(side, side, 0.02, random) + row('#') + row('.');
    const NavmeshData data = *BuildNavmesh(SharedCells(drawing));
    ExpectGuideOfPlainSearch(data, {{}, std::vector<uint32_t>(data.polys.size() + 1), {}}, 0, random,
                             compared, unreached);
  }
  EXPECT_GT(unreached, 20);
  EXPECT_GT(compared, 50);
}

// Arcs of a damaged package may lead round in circles.
TEST(HierarchyGuideTest, EndsWhateverArcsLeadTo) {
  Random random(3);
  const NavmeshData data = *BuildNavmesh(SharedCells(RandomDrawing(12, 12, 0.2, random)));
  const NavmeshView mesh = ViewOf(data);
  const LinkView links;
  HierarchyData hierarchy_data = *BuildHierarchy(mesh, links, 0, {.min_polygons = 0}, 1);
  const auto nodes = static_cast<uint32_t>(hierarchy_data.nodes.size());
  for (HierarchyArc& arc : hierarchy_data.arcs) {
    arc.target = random.NextBelow(nodes) | kArcOut << kHierarchyIndexBits;
  }
  const auto hierarchy = HierarchyView::Create(hierarchy_data, mesh, links);
  ASSERT_TRUE(hierarchy.ok()) << hierarchy.status();
  HierarchyGuide guide;
  ASSERT_TRUE(guide.Begin(mesh, links, *hierarchy, FirstOf(mesh), {}));
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) EXPECT_GE(guide.Left_m(PolyId(poly), {}), 0);
}

}  // namespace
}  // namespace waystone
