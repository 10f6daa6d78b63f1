// Solid boxes and plates, and what casts against them, for tests of skeletons.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/skeleton/ray_scene.h"
#include "core/base/check.h"
#include "core/collision/collision_view.h"
#include "tests/bake/recast/box_scene.h"

namespace waystone {

struct SolidScene {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;

  // The triangles of a source.
  static SolidScene Of(const BoxScene& scene) {
    SolidScene solid;
    for (const Vec3& vertex : scene.map.vertices) solid.vertices.push_back(vertex.ToFloat());
    for (const auto& t : scene.map.triangles) solid.triangles.push_back({{t[0], t[1], t[2]}});
    return solid;
  }

  // A flat four-cornered plate.
  SolidScene& Plate(const std::array<Vec3, 4>& corners) {
    const auto first = static_cast<uint32_t>(vertices.size());
    for (const Vec3& corner : corners) vertices.push_back(corner.ToFloat());
    triangles.push_back({{first, first + 1, first + 2}});
    triangles.push_back({{first, first + 2, first + 3}});
    return *this;
  }
  // A closed axis-parallel box.
  SolidScene& Box(const Vec3& lo, const Vec3& hi) {
    BoxScene box;
    box.AddBox(lo, hi);
    const auto first = static_cast<uint32_t>(vertices.size());
    const SolidScene other = Of(box);
    vertices.insert(vertices.end(), other.vertices.begin(), other.vertices.end());
    for (const CollisionTriangle& t : other.triangles) {
      triangles.push_back({{t.vertex[0] + first, t.vertex[1] + first, t.vertex[2] + first}});
    }
    return *this;
  }

  // Aborts the test where it cannot be built.
  std::unique_ptr<RayScene> Rays() const {
    absl::StatusOr<std::unique_ptr<RayScene>> rays = RayScene::Create(vertices, triangles);
    WS_CHECK(rays.ok());
    return *std::move(rays);
  }
  CollisionData Tree() const { return BuildCollision(vertices, triangles).value(); }
};

inline CollisionView ViewOf(const CollisionData& tree) {
  return CollisionView::Create(tree.vertices, tree.triangles, tree.nodes).value();
}

}  // namespace waystone
