// Solid boxes, and the links that are found among them.
#pragma once

#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/links/link_generator.h"
#include "core/base/check.h"
#include "core/collision/collision_view.h"
#include "core/geom/aabb.h"
#include "core/map/agent_profile.h"
#include "core/navmesh/navmesh_data.h"
#include "tests/support/ascii_navmesh.h"

namespace waystone {

struct Solid {
  std::vector<Vec3f> vertices;
  std::vector<CollisionTriangle> triangles;
  std::vector<Aabb> boxes;

  // A closed axis-parallel box.
  Solid& Box(const Vec3& lo, const Vec3& hi) {
    boxes.push_back({lo, hi});
    const auto first = static_cast<uint32_t>(vertices.size());
    for (uint32_t k = 0; k < 8; ++k) {
      vertices.push_back(
          Vec3((k & 1U) != 0 ? hi.x : lo.x, (k & 2U) != 0 ? hi.y : lo.y, (k & 4U) != 0 ? hi.z : lo.z)
              .ToFloat());
    }
    const uint32_t quads[6][4] = {{0, 1, 3, 2}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                  {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 3, 7, 5}};
    for (const auto& q : quads) {
      triangles.push_back({{first + q[0], first + q[1], first + q[2]}});
      triangles.push_back({{first + q[0], first + q[2], first + q[3]}});
    }
    return *this;
  }
};

inline FoundLinks FindLinks(const NavmeshData& data, const Solid& solid, const AgentProfile& agent,
                            const LinkGenOptions& options, int threads = 1) {
  const CollisionData tree = BuildCollision(solid.vertices, solid.triangles).value();
  const absl::StatusOr<CollisionView> view = CollisionView::Create(tree.vertices, tree.triangles, tree.nodes);
  WS_CHECK(view.ok());
  return GenerateLinks(ViewOf(data), *view, agent, options, threads);
}

}  // namespace waystone
