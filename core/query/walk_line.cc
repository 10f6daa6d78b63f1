#include "core/query/walk_line.h"

#include "core/navmesh/surface_walk.h"
#include "core/query/ground_line.h"

namespace waystone {

std::span<const Vec3> WalkLine(const NavmeshView& mesh, const WalkPiece& piece, Workspace& workspace) {
  AnyAngleResult& route = workspace.walk_route;
  route.crossed.clear();
  const RaycastResult ray = Raycast(mesh, piece.from, piece.to.Plane(), &route.crossed);
  route.turns.assign({piece.from, ray.end});
  workspace.walk_line.clear();
  GroundLineOptions options;
  options.tolerance_m = kWalkLineTolerance_m;
  AppendGroundLine(mesh, route.turns, route.crossed, options, workspace.ground_line, workspace.walk_line);
  if (!ray.reached) workspace.walk_line.push_back(piece.to);
  return workspace.walk_line;
}

}  // namespace waystone
