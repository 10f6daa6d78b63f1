// The path through the hierarchy is a sequence of arcs. Each is replaced by its two halves until it is a
// stored corridor, or a straight line within a polygon. Corridors are joined at nodes: at a corner by turning
// about it through the polygons of its fan, at a point on a side by crossing that side or staying.
#include "core/navmesh/hierarchy_route.h"

#include <algorithm>

#include "core/navmesh/route_corridor.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

constexpr size_t kMaxOpenSteps = 4096;  // a hierarchy is some hundred levels deep

class Unpacker {
 public:
  Unpacker(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy, uint32_t poly,
           SurfacePath& result)
      : mesh_(mesh), links_(links), hierarchy_(hierarchy), joiner_(mesh), poly_(poly), result_(result) {}

  // Divides the steps (last one first) into leaves; uses up `steps`. False if the hierarchy does not fit the
  // mesh.
  bool Divide(std::vector<HierarchyStep>& steps, std::vector<HierarchyLeaf>& leaves) const {
    // No useful path passes the same polygons again and again.
    const size_t most_steps = 1000 + size_t{4} * mesh_.poly_count();
    leaves.clear();
    for (size_t count = 0; !steps.empty(); ++count) {
      const HierarchyStep step = steps.back();
      steps.pop_back();
      if (count > most_steps || steps.size() > kMaxOpenSteps) return false;
      const HierarchyArc& arc = hierarchy_.arcs()[step.arc];
      if (arc.kind() != ArcWay::kVia) {
        leaves.push_back({step});
      } else if (!Halve(step, arc, steps)) {
        return false;
      }
    }
    return true;
  }

  // Appends the corridors of all leaves.
  bool Join(std::span<const HierarchyLeaf> leaves, std::span<const EdgeId> sides) {
    return std::all_of(leaves.begin(), leaves.end(), [&](const HierarchyLeaf& leaf) {
      return Follow(leaf, sides.subspan(leaf.first_side, leaf.side_count));
    });
  }

  // Onto a polygon of the node; over the link if the node is one.
  bool Pass(HierarchyNodeId id, uint32_t poly) {
    const RouteNode& node = hierarchy_.node(id);
    if (node.kind() == RouteNodeKind::kLink) {
      const NavLink& link = links_.link(LinkId(node.index()));
      if (poly_ != link.start_poly) return false;
      floor_ = result_.crossed.size();
      result_.links.push_back({LinkId(node.index()), 0, static_cast<uint32_t>(floor_)});
      poly_ = link.end_poly;
      return poly == poly_;
    }
    if (!joiner_.TurnAt(node, poly_, poly, floor_, result_.crossed)) return false;
    poly_ = poly;
    return true;
  }

 private:
  bool Halve(const HierarchyStep& step, const HierarchyArc& arc, std::vector<HierarchyStep>& steps) const {
    const HierarchyNodeId via(arc.index());
    const HierarchyNodeId from = step.climbs ? step.row : arc.node();
    const HierarchyNodeId to = step.climbs ? arc.node() : step.row;
    const HierarchyStep first{hierarchy_.FindArc(via, from, kArcIn), via, false};
    const HierarchyStep second{hierarchy_.FindArc(via, to, kArcOut), via, true};
    if (first.arc == kNoHierarchyArc || second.arc == kNoHierarchyArc) return false;
    steps.push_back(second);
    steps.push_back(first);
    return true;
  }

  bool Follow(const HierarchyLeaf& leaf, std::span<const EdgeId> sides) {
    const HierarchyStep& step = leaf.step;
    const HierarchyArc& arc = hierarchy_.arcs()[step.arc];
    const HierarchyNodeId from = step.climbs ? step.row : arc.node();
    if (arc.kind() == ArcWay::kPoly) return Pass(from, arc.index());
    const bool is_stored_climbing = (arc.directions() & kArcOut) != 0;
    if (step.climbs == is_stored_climbing) {
      if (!Pass(from, mesh_.edge(sides.front()).poly)) return false;
      for (const EdgeId side : sides) joiner_.Cross(side.value(), floor_, result_.crossed);
      poly_ = leaf.last_poly;
      return true;
    }
    if (!Pass(from, leaf.last_poly)) return false;
    for (size_t i = sides.size(); i-- > 0;) {
      const EdgeId back = TwoWayTwin(mesh_, sides[i]);
      if (back.IsNone()) return false;
      joiner_.Cross(back.value(), floor_, result_.crossed);
    }
    poly_ = mesh_.edge(sides.front()).poly;
    return true;
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const HierarchyView& hierarchy_;
  const CorridorJoiner joiner_;
  uint32_t poly_;     // in which the corridor so far ends
  size_t floor_ = 0;  // sides before the last link
  SurfacePath& result_;
};

// The corridor of the path that the search found. False, with nothing in `result`, if the hierarchy does not
// fit the mesh.
bool ReadCorridor(const AnyAngleEnds& ends, const HierarchyView& hierarchy, HierarchyWorkspace& workspace,
                  SurfacePath& result) {
  const HierarchyNodeId last = workspace.search.ReadPath(hierarchy, workspace.steps);
  std::reverse(workspace.steps.begin(), workspace.steps.end());
  Unpacker unpacker(ends.mesh, ends.links, hierarchy, ends.start.poly.value(), result);
  if (unpacker.Divide(workspace.steps, workspace.leaves) &&
      ReadCorridors(ends.mesh, hierarchy, workspace.leaves, workspace.sides) &&
      unpacker.Join(workspace.leaves, workspace.sides) && unpacker.Pass(last, ends.goal.poly.value())) {
    return true;
  }
  result.crossed.clear();
  result.links.clear();
  return false;
}

void DropNarrow(const HierarchyView& hierarchy, const NavLocation& place, const ClearanceCheck& clearance,
                std::vector<HierarchySeed>& seeds) {
  const auto narrow = std::stable_partition(seeds.begin(), seeds.end(), [&](const HierarchySeed& seed) {
    const RouteNode& node = hierarchy.node(seed.node);
    return clearance.HasRoom(place.poly, place.point.Plane(), {node.x, node.z}, nullptr);
  });
  if (narrow != seeds.begin()) seeds.erase(narrow, seeds.end());
}

}  // namespace

void FindSeeds(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
               const NavLocation& place, bool backwards, std::vector<HierarchySeed>& seeds, double factor) {
  seeds.clear();
  const uint32_t poly = place.poly.value();
  for (const HierarchyNodeId id : hierarchy.NodesOf(place.poly)) {
    const RouteNode& node = hierarchy.node(id);
    Vec2 at{node.x, node.z};
    double cost_m = 0;
    if (node.kind() == RouteNodeKind::kOneWayPoint) {
      const NavEdge& side = mesh.edge(EdgeId(node.index()));
      if ((backwards ? mesh.edge(EdgeId(side.twin)).poly : side.poly) != poly) continue;
    } else if (node.kind() == RouteNodeKind::kLink) {
      const NavLink& link = links.link(LinkId(node.index()));
      if ((backwards ? link.end_poly : link.start_poly) != poly) continue;
      if (backwards) {
        at = EndOf(link);
        cost_m = LinkCost_m(link);
      }
    }
    seeds.push_back({id, static_cast<float>(cost_m + factor * Distance(at, place.point.Plane()))});
  }
}

SurfacePath FindByHierarchy(const NavmeshView& mesh, const LinkView& links, const HierarchyView& hierarchy,
                            const NavLocation& start, const NavLocation& goal, const HierarchyLimits& limits,
                            HierarchyWorkspace& workspace, const GroundPrices* prices,
                            const ClearanceCheck* clearance) {
  SurfacePath result;
  result.end = goal;
  const auto factor = [&](const NavLocation& place) {
    return prices == nullptr ? 1 : prices->costs.Of(mesh, place.poly);
  };
  FindSeeds(mesh, links, hierarchy, start, false, workspace.from, factor(start));
  FindSeeds(mesh, links, hierarchy, goal, true, workspace.to, factor(goal));
  if (clearance != nullptr) {
    DropNarrow(hierarchy, start, *clearance, workspace.from);
    DropNarrow(hierarchy, goal, *clearance, workspace.to);
  }
  const Vec2 from = start.point.Plane();
  const Vec2 to = goal.point.Plane();
  HierarchyEnds ends;
  if (links.Shortcuts().empty()) ends = {from, to, prices == nullptr ? 1 : prices->least_factor};
  bool is_found = workspace.search.Find(hierarchy, ends, workspace.from, workspace.to, limits);
  result.expansions = workspace.search.settled();
  const bool is_straight = start.poly == goal.poly &&
                           !(is_found && workspace.search.cost_m() < factor(start) * Distance(from, to));
  if (!is_straight) {
    is_found = is_found && ReadCorridor({mesh, links, start, goal}, hierarchy, workspace, result);
    if (!is_found) return result;
  }
  if (prices == nullptr) PullCorridor({mesh, links, start, goal}, workspace.pull, result);
  result.outcome = SearchOutcome::kFound;
  return result;
}

}  // namespace waystone
