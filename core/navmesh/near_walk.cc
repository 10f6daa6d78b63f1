#include "core/navmesh/near_walk.h"

#include "core/geom/segment.h"

namespace waystone {

namespace {

// Visits the polygons across the sides that come near the line.
void VisitNeighbours(const NavmeshView& mesh, PolyId poly, Vec2 from, Vec2 to, double stray_m,
                     SurfaceWorkspace& workspace, std::vector<EdgeId>* entered = nullptr) {
  const uint32_t first_edge = mesh.poly(poly).first_edge;
  for (uint32_t e = first_edge; e < first_edge + mesh.poly(poly).edge_count; ++e) {
    const EdgeId twin(mesh.edge(EdgeId(e)).twin);
    if (twin.IsNone()) continue;
    const Vec2 a = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
    const Vec2 b = Vec3(mesh.EdgeEnd(EdgeId(e))).Plane();
    if (SegmentsDistance(from, to, a, b) > stray_m) continue;
    workspace.VisitOnce(mesh.edge(twin).poly);
    if (entered != nullptr) entered->resize(workspace.stack.size(), EdgeId(e));
  }
}

}  // namespace

// Both functions use the stack as a queue.
void VisitNear(const NavmeshView& mesh, const NavLocation& start, Vec2 to, double stray_m,
               SurfaceWorkspace& workspace, std::vector<EdgeId>* entered) {
  workspace.BeginVisits(mesh.poly_count());
  workspace.VisitOnce(start.poly.value());
  if (entered != nullptr) entered->assign(1, EdgeId());
  for (size_t i = 0; i < workspace.stack.size(); ++i) {
    VisitNeighbours(mesh, PolyId(workspace.stack[i]), start.point.Plane(), to, stray_m, workspace, entered);
  }
}

bool CanWalkNear(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, double stray_m,
                 SurfaceWorkspace& workspace) {
  workspace.BeginVisits(mesh.poly_count());
  workspace.VisitOnce(start.poly.value());
  for (size_t i = 0; i < workspace.stack.size(); ++i) {
    const PolyId poly(workspace.stack[i]);
    if (poly == goal.poly) return true;
    VisitNeighbours(mesh, poly, start.point.Plane(), goal.point.Plane(), stray_m, workspace);
  }
  return false;
}

}  // namespace waystone
