#include "core/navmesh/any_angle_route.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/geom/exact_orient.h"

namespace waystone {
namespace {

constexpr uint32_t kNoNode = 0xffffffffU;

// The sides and links of the way to a node.
void ReadCorridor(uint32_t node, const AnyAngleWorkspace& workspace, AnyAngleResult& result) {
  result.crossed.clear();
  result.links.clear();
  for (uint32_t n = node; n != kNoNode; n = workspace.nodes[n].parent) {
    const AnyAngleNode& at = workspace.nodes[n];
    if (at.edge != kNoEdge) {
      result.crossed.emplace_back(at.edge);
    } else if (at.right != kNoLink) {
      result.links.push_back({LinkId(at.right), 0, static_cast<uint32_t>(result.crossed.size())});
    }
  }
  const auto count = static_cast<uint32_t>(result.crossed.size());
  for (AnyAngleLinkUse& use : result.links) use.crossed = count - use.crossed;
  std::reverse(result.crossed.begin(), result.crossed.end());
  std::reverse(result.links.begin(), result.links.end());
}

NavLocation LinkStart(const NavLink& link) {
  return {PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])};
}
NavLocation LinkEnd(const NavLink& link) {
  return {PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])};
}

// The start of a half-edge, at the height its polygon's surface has there.
NavLocation CornerPlace(const NavmeshView& mesh, EdgeId corner) {
  const PolyId poly(mesh.edge(corner).poly);
  Vec3 at(mesh.EdgeStart(corner));
  at.y = HeightOnPoly(mesh, poly, at.Plane());
  return {poly, at};
}

// Drops turns where the way goes straight on, but for ends of links, and measures the rest.
void Finish(const LinkView& links, AnyAngleResult& result) {
  std::vector<NavLocation>& turns = result.turns;
  size_t kept = 1;
  auto use = result.links.begin();
  for (size_t i = 1; i < turns.size(); ++i) {
    if (use != result.links.end() && i > use->turn + 1U) ++use;
    const bool starts_link = use != result.links.end() && i == use->turn;
    const Vec2 before = turns[kept - 1].point.Plane();
    const Vec2 at = turns[i].point.Plane();
    const bool is_end = i + 1 == turns.size();
    const Vec2 after = turns[is_end ? i : i + 1].point.Plane();
    const bool is_straight =
        !is_end && !starts_link && OrientSign(before, at, after) == 0 && Dot(at - before, after - at) >= 0;
    if (is_straight) continue;
    if (starts_link) use->turn = static_cast<uint32_t>(kept);
    turns[kept++] = turns[i];
    if (starts_link) turns[kept++] = turns[++i];
  }
  turns.resize(kept);
  result.plane_length_m = 0;
  for (size_t i = 1; i < kept; ++i) {
    result.plane_length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  }
  result.cost_m = result.plane_length_m;
  for (const AnyAngleLinkUse& link : result.links) {
    const double straight_m = PlaneDistance(turns[link.turn].point, turns[link.turn + 1U].point);
    result.cost_m += LinkCost_m(links.link(link.link)) - straight_m;
  }
}

// Appends the turns of a stretch pulled taut, and its end.
void PullStretch(const NavmeshView& mesh, const NavLocation& from, std::span<const EdgeId> crossed,
                 const NavLocation& to, AnyAngleWorkspace& workspace, std::vector<NavLocation>& turns) {
  workspace.portals.clear();
  for (const EdgeId edge : crossed) {
    workspace.portals.push_back({Vec3(mesh.EdgeEnd(edge)).Plane(), Vec3(mesh.EdgeStart(edge)).Plane()});
  }
  workspace.funnel.Pull(from.point.Plane(), workspace.portals, to.point.Plane(), workspace.turns);
  for (const FunnelTurn& turn : workspace.turns) {
    const EdgeId edge = crossed[turn.portal];
    turns.push_back(CornerPlace(mesh, turn.at_left ? mesh.Next(edge) : edge));
  }
  turns.push_back(to);
}

}  // namespace

void ReadRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace,
               AnyAngleResult& result) {
  ReadCorridor(node, workspace, result);
  result.turns.assign(1, ends.goal);
  size_t link = result.links.size();
  for (uint32_t r = workspace.nodes[node].root; r != kNoNode; r = workspace.roots[r].parent) {
    const AnyAngleRoot& root = workspace.roots[r];
    if (root.vertex != kNoEdge) {
      result.turns.push_back(CornerPlace(ends.mesh, EdgeId(root.corner)));
    } else if (root.parent == kNoNode) {
      result.turns.push_back(ends.start);
    } else {
      const NavLink& record = ends.links.link(LinkId(root.corner));
      result.turns.push_back(LinkEnd(record));
      result.links[--link].turn = static_cast<uint32_t>(result.turns.size());
      result.turns.push_back(LinkStart(record));
    }
  }
  std::reverse(result.turns.begin(), result.turns.end());
  const auto last = static_cast<uint32_t>(result.turns.size() - 1);
  for (AnyAngleLinkUse& use : result.links) use.turn = last - use.turn;
  Finish(ends.links, result);
}

void PullRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace,
               AnyAngleResult& result) {
  ReadCorridor(node, workspace, result);
  result.turns.assign(1, ends.start);
  size_t crossed = 0;
  for (AnyAngleLinkUse& use : result.links) {
    const NavLink& record = ends.links.link(use.link);
    const auto stretch = std::span(result.crossed).subspan(crossed, use.crossed - crossed);
    const NavLocation from = result.turns.back();
    PullStretch(ends.mesh, from, stretch, LinkStart(record), workspace, result.turns);
    use.turn = static_cast<uint32_t>(result.turns.size() - 1);
    result.turns.push_back(LinkEnd(record));
    crossed = use.crossed;
  }
  const NavLocation from = result.turns.back();
  PullStretch(ends.mesh, from, std::span(result.crossed).subspan(crossed), ends.goal, workspace,
              result.turns);
  Finish(ends.links, result);
}

}  // namespace waystone
