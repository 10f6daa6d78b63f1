// The same hierarchy and the same routes on every machine, from every compiler and with any number of
// threads.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <span>

#include "bake/contraction/hierarchy_builder.h"
#include "bake/navmesh/navmesh_builder.h"
#include "core/navmesh/hierarchy_route.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {
namespace {

// FNV-1a (Fowler, Noll, Vo) of bytes.
class Hash {
 public:
  template <typename Record>
  void Add(std::span<const Record> records) {
    const std::span<const std::byte> bytes = std::as_bytes(records);
    for (const std::byte b : bytes) value_ = (value_ ^ static_cast<uint8_t>(b)) * 0x100000001b3ULL;
  }
  void Add(double value) { Add(std::span<const double>(&value, 1)); }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0xcbf29ce484222325ULL;
};

class GoldenRoutes : public ::testing::Test {
 protected:
  GoldenRoutes()
      : random_(2026),
        data_(MakeMesh()),
        mesh_(ViewOf(data_)),
        link_data_(RandomLinks(mesh_, 30, false, random_)) {}

  NavmeshData MakeMesh() {
    PolygonSoup soup = JitteredCells(RandomDrawing(70, 70, 0.25, random_), 0.4, random_);
    MergeSome(soup, 400, random_);
    CloseSome(soup, 0.02, random_);
    return *BuildNavmesh(soup);
  }

  Random random_;
  const NavmeshData data_;
  const NavmeshView mesh_;
  const LinkData link_data_;
};

TEST_F(GoldenRoutes, HaveTheHashesTheyAlwaysHad) {
  const LinkView links = *LinkView::Create(link_data_, mesh_);
  const HierarchyData data = *BuildHierarchy(mesh_, links, 3, {.min_polygons = 0}, 2);
  Hash baked;
  baked.Add(std::span<const RouteNode>(data.nodes));
  baked.Add(std::span<const uint32_t>(data.arc_rows));
  baked.Add(std::span<const HierarchyArc>(data.arcs));
  baked.Add(std::span<const uint8_t>(data.strings));
  EXPECT_EQ(baked.value(), 8970267317000098675U);

  const HierarchyView hierarchy = *HierarchyView::Create(data, mesh_, links);
  HierarchyWorkspace workspace;
  AnyAngleWorkspace any_angle;
  AnyAngleOptions options;
  options.links = &links;
  options.abilities = 3;
  Hash long_routes;
  Hash exact_routes;
  int found = 0;
  for (int i = 0; i < 300; ++i) {
    const NavLocation start = RandomLatticePlace(mesh_, random_);
    const NavLocation goal = RandomLatticePlace(mesh_, random_);
    const auto add = [](const SurfacePath& route, Hash& hash) {
      for (const NavLocation& turn : route.turns) {
        hash.Add(turn.point.x);
        hash.Add(turn.point.y);
        hash.Add(turn.point.z);
      }
      hash.Add(route.cost_m);
    };
    const SurfacePath route = FindByHierarchy(mesh_, links, hierarchy, start, goal, {}, workspace);
    found += route.outcome == SearchOutcome::kFound ? 1 : 0;
    add(route, long_routes);
    add(FindAnyAngle(mesh_, start, goal, options, any_angle), exact_routes);
  }
  EXPECT_GT(found, 150);
  EXPECT_EQ(long_routes.value(), 14915861392180176233U);
  EXPECT_EQ(exact_routes.value(), 12830174879832970301U);
}

}  // namespace
}  // namespace waystone
