#include "core/navmesh/any_angle_route.h"

#include <algorithm>

#include "core/geom/exact_orient.h"

namespace waystone {
namespace {

constexpr uint32_t kNoNode = 0xffffffffU;

void ReadCorridor(uint32_t node, const AnyAngleWorkspace& workspace, AnyAngleResult& result) {
  result.crossed.clear();
  for (uint32_t n = node; n != kNoNode; n = workspace.nodes[n].parent) {
    if (workspace.nodes[n].edge != kNoEdge) result.crossed.emplace_back(workspace.nodes[n].edge);
  }
  std::reverse(result.crossed.begin(), result.crossed.end());
}

// The start of a half-edge, at the height its polygon's surface has there.
NavLocation CornerPlace(const NavmeshView& mesh, EdgeId corner) {
  const PolyId poly(mesh.edge(corner).poly);
  Vec3 at(mesh.EdgeStart(corner));
  at.y = HeightOnPoly(mesh, poly, at.Plane());
  return {poly, at};
}

// Drops turns where the way goes straight on, and measures the rest.
void Finish(AnyAngleResult& result) {
  std::vector<NavLocation>& turns = result.turns;
  size_t kept = 1;
  for (size_t i = 1; i < turns.size(); ++i) {
    const Vec2 before = turns[kept - 1].point.Plane();
    const Vec2 at = turns[i].point.Plane();
    const bool is_end = i + 1 == turns.size();
    const Vec2 after = turns[is_end ? i : i + 1].point.Plane();
    const bool is_straight =
        !is_end && OrientSign(before, at, after) == 0 && Dot(at - before, after - at) >= 0;
    if (!is_straight) turns[kept++] = turns[i];
  }
  turns.resize(kept);
  result.plane_length_m = 0;
  for (size_t i = 1; i < kept; ++i) {
    result.plane_length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  }
}

}  // namespace

void ReadRoute(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, uint32_t node,
               AnyAngleWorkspace& workspace, AnyAngleResult& result) {
  ReadCorridor(node, workspace, result);
  result.turns.assign(1, goal);
  uint32_t r = workspace.nodes[node].root;
  for (; workspace.roots[r].vertex != kNoEdge; r = workspace.roots[r].parent) {
    const AnyAngleRoot& root = workspace.roots[r];
    result.turns.push_back(CornerPlace(mesh, EdgeId(root.corner)));
  }
  result.turns.push_back(start);
  std::reverse(result.turns.begin(), result.turns.end());
  Finish(result);
}

void PullRoute(const NavmeshView& mesh, const NavLocation& start, const NavLocation& goal, uint32_t node,
               AnyAngleWorkspace& workspace, AnyAngleResult& result) {
  ReadCorridor(node, workspace, result);
  workspace.portals.clear();
  for (const EdgeId edge : result.crossed) {
    workspace.portals.push_back({Vec3(mesh.EdgeEnd(edge)).Plane(), Vec3(mesh.EdgeStart(edge)).Plane()});
  }
  workspace.funnel.Pull(start.point.Plane(), workspace.portals, goal.point.Plane(), workspace.turns);
  result.turns.assign(1, start);
  for (const FunnelTurn& turn : workspace.turns) {
    const EdgeId edge = result.crossed[turn.portal];
    const EdgeId corner = turn.at_left ? mesh.Next(edge) : edge;
    result.turns.push_back(CornerPlace(mesh, corner));
  }
  result.turns.push_back(goal);
  Finish(result);
}

}  // namespace waystone
