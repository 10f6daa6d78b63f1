// Hierarchies that break the rules of their format are refused, and those that keep them but do not fit the
// mesh find no path; none is followed out of its arrays.
#include "core/navmesh/hierarchy_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/hierarchy_route.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class HierarchyViewTest : public ::testing::Test {
 protected:
  HierarchyViewTest()
      : data_(*BuildNavmesh(SharedCells(MakeDrawing()))),
        mesh_(ViewOf(data_)),
        whole_(*BuildHierarchy(mesh_, LinkView(), 0, {.min_polygons = 0}, 1)) {}

  static std::string MakeDrawing() {
    Random random(1);
    return RandomDrawing(24, 24, 0.25, random);
  }

  std::string ErrorAfter(const std::function<void(HierarchyData&)>& change) const {
    HierarchyData data = whole_;
    change(data);
    return std::string(HierarchyView::Create(data, mesh_, LinkView()).status().message());
  }

  const NavmeshData data_;
  const NavmeshView mesh_;
  const HierarchyData whole_;
};

TEST_F(HierarchyViewTest, NamesWhatIsBroken) {
  EXPECT_EQ(ErrorAfter([](HierarchyData&) {}), "");
  EXPECT_THAT(ErrorAfter([](auto& d) { ++d.header.node_count; }), HasSubstr("header: counts differ"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.header.spacing_m = 0; }), HasSubstr("header: bad spacing"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.header.reserved[3] = 1; }), HasSubstr("reserved words"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.nodes[2].x = NAN; }), HasSubstr("nodes[2]: not finite"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.nodes[2].place = kHierarchyMaxIndex; }),
              HasSubstr("nodes[2]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.nodes[2].place = 3U << 30; }), HasSubstr("nodes[2]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.poly_rows.pop_back(); }), HasSubstr("poly rows: row missing"));
  EXPECT_THAT(ErrorAfter([](auto& d) { std::swap(d.poly_rows[3], d.poly_rows[5]); }),
              HasSubstr("poly rows[4]: not monotone"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.poly_nodes[7] = HierarchyNodeId(1U << 29); }),
              HasSubstr("poly nodes[7]: out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arc_rows[0] = 1; }), HasSubstr("arc rows[0]"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].target |= kHierarchyMaxIndex; }),
              HasSubstr("arcs[9]: target out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].target &= kHierarchyMaxIndex; }),
              HasSubstr("arcs[9]: leads nowhere"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].cost_m = -1; }), HasSubstr("arcs[9]: bad cost"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].path = 3U << 30; }), HasSubstr("arcs[9]: unknown kind"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].path = kHierarchyMaxIndex; }),
              HasSubstr("arcs[9]: polygon out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].path = kHierarchyMaxIndex | 1U << 30; }),
              HasSubstr("arcs[9]: corridor out of range"));
  EXPECT_THAT(ErrorAfter([](auto& d) { d.arcs[9].path = kHierarchyMaxIndex | 2U << 30; }),
              HasSubstr("arcs[9]: node out of range"));
}

TEST_F(HierarchyViewTest, ArcsThatDoNotFitTheMeshFindNoPathOrOneOverTheMesh) {
  Random random(2);
  HierarchyWorkspace workspace;
  int found = 0;
  int lost = 0;
  for (int round = 0; round < 2000; ++round) {
    HierarchyData data = whole_;
    for (int k = 0; k < 60; ++k) {
      HierarchyArc& arc = data.arcs[random.NextBelow(static_cast<uint32_t>(data.arcs.size()))];
      const HierarchyArc& other = data.arcs[random.NextBelow(static_cast<uint32_t>(data.arcs.size()))];
      switch (random.NextBelow(4)) {
        case 0:
          arc.path = other.path;
          break;
        case 1:
          arc.target = other.target;
          break;
        case 2:
          arc.path = random.NextBelow(data.header.node_count) | 2U << 30;
          break;
        default:
          data.strings[random.NextBelow(static_cast<uint32_t>(data.strings.size()))] =
              static_cast<uint8_t>(random.NextBelow(256));
      }
    }
    const absl::StatusOr<HierarchyView> view = HierarchyView::Create(data, mesh_, LinkView());
    if (!view.ok()) continue;
    for (int pair = 0; pair < 3; ++pair) {
      const NavLocation start = RandomLatticePlace(mesh_, random);
      const NavLocation goal = RandomLatticePlace(mesh_, random);
      const SurfacePath result = FindByHierarchy(mesh_, LinkView(), *view, start, goal, {}, workspace);
      const bool is_found = result.outcome == SearchOutcome::kFound;
      (is_found ? found : lost) += 1;
      uint32_t at = start.poly.value();
      for (const EdgeId side : result.crossed) {
        ASSERT_EQ(mesh_.edge(side).poly, at);
        at = mesh_.edge(EdgeId(mesh_.edge(side).twin)).poly;
      }
      if (is_found) {
        EXPECT_EQ(at, goal.poly.value());
      }
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(lost, 20);
}

}  // namespace
}  // namespace waystone
