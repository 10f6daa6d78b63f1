#include "core/move/walk_line.h"

#include <algorithm>
#include <cmath>

#include "core/geom/segment.h"
#include "core/navmesh/near_walk.h"
#include "core/navmesh/surface_queries.h"
#include "core/navmesh/surface_walk.h"
#include "core/surface/ground/ground_line.h"

namespace waystone {
namespace {

// The point of the side ab that is nearest to the segment from->to.
Vec2 NearestOnSide(Vec2 a, Vec2 b, Vec2 from, Vec2 to) {
  Vec2 nearest = a;
  double nearest_m = INFINITY;
  for (const double fraction :
       {CrossingFraction(from, to, a, b), NearestFraction(a, b, from), NearestFraction(a, b, to), 0.0, 1.0}) {
    const Vec2 at = a + (b - a) * fraction;
    const double distance_m = SegmentDistance(from, to, at);
    if (distance_m >= nearest_m) continue;
    nearest_m = distance_m;
    nearest = at;
  }
  return nearest;
}

// Floods near the piece and returns the polygon nearest to the piece's end. Gives the half-edges left through
// on the path there.
PolyId FollowNear(const NavmeshView& mesh, const WalkPiece& piece, double stray_m, SurfaceWorkspace& surface,
                  std::vector<EdgeId>& crossed) {
  VisitNear(mesh, piece.from, piece.to.Plane(), stray_m, surface, &crossed);
  size_t end = 0;
  double nearest_m = INFINITY;
  for (size_t i = 0; i < surface.stack.size(); ++i) {
    const double m = Distance(ClosestPointOnPoly(mesh, PolyId(surface.stack[i]), piece.to), piece.to);
    if (m >= nearest_m) continue;
    nearest_m = m;
    end = i;
  }
  const PolyId last(surface.stack[end]);
  size_t kept = crossed.size();
  PolyId poly = last;
  for (size_t i = end; i > 0; --i) {
    if (PolyId(surface.stack[i]) != poly) continue;
    poly = PolyId(mesh.edge(crossed[i]).poly);
    crossed[--kept] = crossed[i];
  }
  crossed.erase(crossed.begin(), crossed.begin() + static_cast<ptrdiff_t>(kept));
  return last;
}

// The turns of the walk that crosses each side where it is nearest to the piece.
void TurnAtSides(const NavmeshView& mesh, const WalkPiece& piece, PolyId last, SurfacePath& route) {
  route.turns.assign(1, piece.from);
  for (const EdgeId edge : route.crossed) {
    const Vec2 at = NearestOnSide(Vec3(mesh.EdgeStart(edge)).Plane(), Vec3(mesh.EdgeEnd(edge)).Plane(),
                                  piece.from.point.Plane(), piece.to.Plane());
    const PolyId next(mesh.edge(EdgeId(mesh.edge(edge).twin)).poly);
    route.turns.push_back({next, {at.x, HeightOnPoly(mesh, next, at), at.z}});
  }
  route.turns.push_back({last, ClosestPointOnPoly(mesh, last, piece.to)});
}

}  // namespace

std::span<const Vec3> WalkLine(const NavmeshView& mesh, const WalkPiece& piece, double stray_m,
                               WalkLineWorkspace& workspace) {
  SurfacePath& route = workspace.route;
  route.crossed.clear();
  const RaycastResult ray = Raycast(mesh, piece.from, piece.to.Plane(), &route.crossed);
  if (ray.reached) {
    route.turns.assign({piece.from, ray.end});
  } else {
    const PolyId last = FollowNear(mesh, piece, stray_m, workspace.surface, route.crossed);
    TurnAtSides(mesh, piece, last, route);
  }
  workspace.line.clear();
  GroundLineOptions options;
  options.tolerance_m = kWalkLineTolerance_m;
  AppendGroundLine(mesh, route.turns, route.crossed, options, workspace.ground_line, workspace.line);
  return workspace.line;
}

}  // namespace waystone
