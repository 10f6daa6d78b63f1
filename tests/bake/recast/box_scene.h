// Small worlds of boxes and slopes, for tests of the baker.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "bake/import/source_check.h"
#include "bake/import/surface_table.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/recast/navmesh_baker.h"
#include "bake/recast/voxel_settings.h"
#include "core/base/check.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A source map under construction; every triangle has a class.
struct BoxScene {
  SourceMap map;
  std::vector<TriangleClass> classes;
  std::vector<IndexedVolume> volumes = {};

  // Corners counter-clockwise seen from the outside.
  void AddQuad(const std::array<Vec3, 4>& corners, TriangleClass triangle_class = 1) {
    const auto first = static_cast<uint32_t>(map.vertices.size());
    map.vertices.insert(map.vertices.end(), corners.begin(), corners.end());
    map.triangles.push_back({first, first + 1, first + 2});
    map.triangles.push_back({first, first + 2, first + 3});
    classes.insert(classes.end(), 2, triangle_class);
  }

  // The rectangle [x0, x1] x [z0, z1], facing up, at height y0 where x = x0 and y1 where x = x1.
  void AddSlope(double x0, double z0, double x1, double z1, double y0, double y1,
                TriangleClass triangle_class = 1) {
    AddQuad({Vec3(x0, y0, z0), Vec3(x0, y0, z1), Vec3(x1, y1, z1), Vec3(x1, y1, z0)}, triangle_class);
  }
  void AddFloor(double x0, double z0, double x1, double z1, double y, TriangleClass triangle_class = 1) {
    AddSlope(x0, z0, x1, z1, y, y, triangle_class);
  }

  // A closed box.
  void AddBox(const Vec3& a, const Vec3& b, TriangleClass triangle_class = 1) {
    AddFloor(a.x, a.z, b.x, b.z, b.y, triangle_class);
    AddQuad({Vec3(a.x, a.y, a.z), Vec3(b.x, a.y, a.z), Vec3(b.x, a.y, b.z), Vec3(a.x, a.y, b.z)},
            triangle_class);
    AddQuad({Vec3(a.x, a.y, a.z), Vec3(a.x, a.y, b.z), Vec3(a.x, b.y, b.z), Vec3(a.x, b.y, a.z)},
            triangle_class);
    AddQuad({Vec3(b.x, a.y, b.z), Vec3(b.x, a.y, a.z), Vec3(b.x, b.y, a.z), Vec3(b.x, b.y, b.z)},
            triangle_class);
    AddQuad({Vec3(b.x, a.y, a.z), Vec3(a.x, a.y, a.z), Vec3(a.x, b.y, a.z), Vec3(b.x, b.y, a.z)},
            triangle_class);
    AddQuad({Vec3(a.x, a.y, b.z), Vec3(b.x, a.y, b.z), Vec3(b.x, b.y, b.z), Vec3(a.x, b.y, b.z)},
            triangle_class);
  }

  absl::StatusOr<BakeOutcome> BakeSoup(const AgentProfile& agent = {}, const VoxelOptions& options = {},
                                       int threads = 1) const {
    const absl::StatusOr<VoxelSettings> settings = MakeVoxelSettings(agent, options);
    WS_CHECK(settings.ok());
    const BakeInput input{map, classes, SolidBounds(map, classes), Vec3(), volumes};
    const absl::StatusOr<TilePlan> plan = PlanTiles(input, *settings);
    WS_CHECK(plan.ok());
    return BakePolygons(input, *settings, *plan, agent.max_climb_m, threads, nullptr);
  }

  // Aborts the test where it cannot be baked.
  NavmeshData Bake(const AgentProfile& agent = {}, const VoxelOptions& options = {}, int threads = 1) const {
    const absl::StatusOr<BakeOutcome> baked = BakeSoup(agent, options, threads);
    WS_CHECK(baked.ok());
    absl::StatusOr<NavmeshData> navmesh = BuildNavmesh(baked->soup);
    WS_CHECK(navmesh.ok());
    return *std::move(navmesh);
  }
};

// Polygons joined by twins: the number of parts of a mesh that have at least this area.
inline size_t CountComponents(const NavmeshData& mesh, double min_area_m2 = 0) {
  const auto area_of = [&](uint32_t poly) {
    return mesh.area_prefix_m2[poly] - (poly == 0 ? 0 : mesh.area_prefix_m2[poly - 1]);
  };
  std::vector<bool> seen(mesh.polys.size(), false);
  size_t components = 0;
  for (uint32_t start = 0; start < mesh.polys.size(); ++start) {
    if (seen[start]) continue;
    double area_m2 = 0;
    std::vector<uint32_t> stack = {start};
    seen[start] = true;
    while (!stack.empty()) {
      const NavPoly& poly = mesh.polys[stack.back()];
      area_m2 += area_of(stack.back());
      stack.pop_back();
      for (uint32_t e = poly.first_edge; e < poly.first_edge + poly.edge_count; ++e) {
        if (mesh.edges[e].twin == kNoEdge) continue;
        const uint32_t next = mesh.edges[mesh.edges[e].twin].poly;
        if (!seen[next]) stack.push_back(next);
        seen[next] = true;
      }
    }
    if (area_m2 >= min_area_m2) ++components;
  }
  return components;
}

inline double AreaOf(const NavmeshData& mesh) {
  return mesh.area_prefix_m2.empty() ? 0 : mesh.area_prefix_m2.back();
}

}  // namespace waystone
