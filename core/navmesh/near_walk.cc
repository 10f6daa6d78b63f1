#include "core/navmesh/near_walk.h"

#include "core/geom/segment.h"

namespace waystone {

bool CanWalkNear(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, double stray_m,
                 SurfaceWorkspace& workspace) {
  const Vec2 from = start.point.Plane();
  const Vec2 to = goal.point.Plane();
  workspace.BeginVisits(mesh.poly_count());
  workspace.VisitOnce(start.poly.value());
  // The stack serves as a queue.
  for (size_t i = 0; i < workspace.stack.size(); ++i) {
    const PolyId poly(workspace.stack[i]);
    if (poly == goal.poly) return true;
    const uint32_t first_edge = mesh.poly(poly).first_edge;
    for (uint32_t e = first_edge; e < first_edge + mesh.poly(poly).edge_count; ++e) {
      const EdgeId twin(mesh.edge(EdgeId(e)).twin);
      if (twin.IsNone()) continue;
      const Vec2 a = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
      const Vec2 b = Vec3(mesh.EdgeEnd(EdgeId(e))).Plane();
      if (SegmentsDistance(from, to, a, b) <= stray_m) workspace.VisitOnce(mesh.edge(twin).poly);
    }
  }
  return false;
}

}  // namespace waystone
