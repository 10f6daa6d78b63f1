#include "core/navmesh/border_distance.h"

#include <algorithm>

#include "core/geom/segment.h"

namespace waystone {

double BorderDistance(const NavmeshView& mesh, const NavLocation& place, double limit_m,
                      SurfaceWorkspace& workspace) {
  const Vec2 at = place.point.Plane();
  double nearest_m = limit_m;
  workspace.BeginVisits(mesh.poly_count());
  workspace.VisitOnce(place.poly.value());
  while (!workspace.stack.empty()) {
    const NavPoly& poly = mesh.poly(PolyId(workspace.stack.back()));
    workspace.stack.pop_back();
    Vec2 from = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge))).Plane();
    for (uint32_t k = 0; k < poly.edge_count; ++k) {
      const uint32_t next = k + 1 == poly.edge_count ? 0 : k + 1;
      const Vec2 to = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + next))).Plane();
      const double distance_m = SegmentDistance(from, to, at);
      // A one-way side just crossed cannot be met as a border from here.
      const bool is_behind = Orient(from, to, at) < -mesh.tolerance_m() * Distance(from, to);
      from = to;
      if (distance_m >= nearest_m) continue;
      const uint32_t twin = mesh.edge(EdgeId(poly.first_edge + k)).twin;
      if (twin == kNoEdge) {
        if (!is_behind) nearest_m = distance_m;
      } else {
        workspace.VisitOnce(mesh.edge(EdgeId(twin)).poly);
      }
    }
  }
  return nearest_m;
}

}  // namespace waystone
