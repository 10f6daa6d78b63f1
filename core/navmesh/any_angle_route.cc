#include "core/navmesh/any_angle_route.h"

#include <algorithm>

#include "core/navmesh/corridor_pull.h"

namespace waystone {
namespace {

constexpr uint32_t kNoNode = 0xffffffffU;

// The sides and links of the path to a node.
void ReadCorridor(uint32_t node, const AnyAngleWorkspace& workspace, SurfacePath& result) {
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
  for (LinkUse& use : result.links) use.crossed = count - use.crossed;
  std::reverse(result.crossed.begin(), result.crossed.end());
  std::reverse(result.links.begin(), result.links.end());
}

}  // namespace

void ReadRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace, SurfacePath& result) {
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
  for (LinkUse& use : result.links) use.turn = last - use.turn;
  FinishTurns(ends.links, result);
}

void PullRoute(const AnyAngleEnds& ends, uint32_t node, AnyAngleWorkspace& workspace, SurfacePath& result) {
  ReadCorridor(node, workspace, result);
  PullCorridor(ends, workspace.pull, result);
}

}  // namespace waystone
