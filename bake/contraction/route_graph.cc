#include "bake/contraction/route_graph.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/str_cat.h"
#include "core/navmesh/two_way.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

// On long sides points stand farther apart: the arcs of a polygon grow with the square of their number, and
// the strings that are pulled in the end do not pass them anyway.
constexpr int kMaxPoints = 5;
// Points in gaps stand closer: there are none at their ends.
constexpr double kOfSpacing = 0.5;
constexpr uint32_t kAnyPart = 0xffffffffU;
constexpr uint32_t kNoPart = 0xfffffffeU;

class Builder {
 public:
  Builder(const NavmeshView& mesh, const LinkView& links, uint64_t abilities, const GroundCosts& costs,
          double spacing_m, const ClearGround* clear)
      : mesh_(mesh),
        links_(links),
        abilities_(abilities),
        costs_(costs),
        spacing_m_(spacing_m),
        clear_(clear),
        edges_(mesh.arrays().edges),
        fans_(edges_, mesh.arrays().polys) {}

  RouteGraph Build() {
    corner_node_.assign(edges_.size(), {});
    side_nodes_.assign(edges_.size(), {});
    link_node_.assign(links_.size(), {});
    for (uint32_t p = 0; p < mesh_.poly_count(); ++p) AddNodes(PolyId(p));
    arriving_links_.assign(mesh_.poly_count(), {});
    for (uint32_t i = 0; i < links_.size(); ++i) {
      if (!link_node_[i].IsNone()) arriving_links_[links_.all()[i].end_poly].push_back(i);
    }
    graph_.poly_rows.push_back(0);
    for (uint32_t p = 0; p < mesh_.poly_count(); ++p) AddRow(PolyId(p));
    for (uint32_t p = 0; p < mesh_.poly_count(); ++p) AddArcs(p);
    return std::move(graph_);
  }

 private:
  struct NodeRange {
    uint32_t first = 0;
    uint32_t count = 0;
  };

  RouteNodeId AddNode(Vec2 at, uint32_t index, RouteNodeKind kind) {
    graph_.nodes.push_back({static_cast<float>(at.x), static_cast<float>(at.z),
                            index | static_cast<uint32_t>(kind) << kHierarchyIndexBits});
    return RouteNodeId(static_cast<uint32_t>(graph_.nodes.size() - 1));
  }

  void AddCorner(uint32_t e) {
    const uint32_t first = fans_.First(e);
    const RouteNodeId node = AddNode(Vec3(mesh_.EdgeStart(EdgeId(e))).Plane(), first, RouteNodeKind::kCorner);
    uint32_t at = first;
    do {
      corner_node_[at] = node;
      at = fans_.CounterClockwise(at);
    } while (at != kNoEdge && at != first);
  }

  // So many in each gap that they stand in for its ends, too.
  void AddPointsInGaps(uint32_t e, RouteNodeKind kind) {
    const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(e))).Plane();
    const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(e))).Plane();
    const uint32_t twin = edges_[e].twin;
    side_nodes_[e].first = static_cast<uint32_t>(graph_.nodes.size());
    for (const ClearGap& gap : clear_->GapsOf(EdgeId(e))) {
      const double middle = 0.5 * (double{gap.from} + gap.to);
      const uint32_t beyond = PartAt(EdgeId(twin), 1 - middle);
      const auto by_length =
          static_cast<int>(std::ceil((gap.to - gap.from) * Distance(a, b) / (kOfSpacing * spacing_m_)));
      const int count = std::clamp(by_length, 1, kMaxPoints);
      for (int i = 0; i < count; ++i) {
        AddNode(a + (b - a) * (gap.from + (gap.to - gap.from) * (i + 0.5) / count), e, kind);
        parts_of_node_.resize(graph_.nodes.size());
        parts_of_node_.back() = {gap.part, beyond};
      }
    }
    side_nodes_[e].count = static_cast<uint32_t>(graph_.nodes.size()) - side_nodes_[e].first;
  }
  // The part of the half-edge's polygon that begins there; kNoPart if the polygon knows of no gap.
  uint32_t PartAt(EdgeId side, double fraction) const {
    const std::span<const ClearGap> gaps = clear_->GapsOf(side);
    const auto gap = std::ranges::find_if(
        gaps, [&](const ClearGap& one) { return one.from <= fraction && fraction <= one.to; });
    return gap == gaps.end() ? kNoPart : gap->part;
  }

  void AddPoints(uint32_t e, bool one_way) {
    const RouteNodeKind kind = one_way ? RouteNodeKind::kOneWayPoint : RouteNodeKind::kPoint;
    if (clear_ != nullptr) return AddPointsInGaps(e, kind);
    const Vec2 a = Vec3(mesh_.EdgeStart(EdgeId(e))).Plane();
    const Vec2 b = Vec3(mesh_.EdgeEnd(EdgeId(e))).Plane();
    const auto is_border = [&](EdgeId id) { return (mesh_.edge(id).flags & kNavEdgeStartsAtBorder) != 0; };
    const int ends = one_way ? 0 : int{is_border(EdgeId(e))} + int{is_border(mesh_.Next(EdgeId(e)))};
    const int by_length = static_cast<int>(std::ceil(Distance(a, b) / spacing_m_)) - 1;
    const int count = std::max(2 - ends, std::min(by_length, kMaxPoints));
    side_nodes_[e] = {static_cast<uint32_t>(graph_.nodes.size()), static_cast<uint32_t>(count)};
    for (int i = 0; i < count; ++i) {
      const double fraction = ends == 0 ? (i + 0.5) / count : (i + 1.0) / (count + 1);
      AddNode(a + (b - a) * fraction, e, kind);
    }
  }

  // Those that no polygon before it has.
  void AddNodes(PolyId poly) {
    const NavPoly& p = mesh_.poly(poly);
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      const NavEdge& edge = edges_[e];
      const bool is_corner = clear_ == nullptr && (edge.flags & kNavEdgeStartsAtBorder) != 0;
      if (is_corner && corner_node_[e].IsNone()) AddCorner(e);
      if (edge.twin == kNoEdge) continue;
      const bool one_way = !IsTwoWay(mesh_, EdgeId(e));
      if (one_way || e < edge.twin) AddPoints(e, one_way);
    }
    uint32_t id = links_.FirstOf(poly).value();
    for (const NavLink& link : links_.Of(poly)) {
      if (MayUse(link, abilities_)) link_node_[id] = AddNode(StartOf(link), id, RouteNodeKind::kLink);
      ++id;
    }
  }

  void AddRow(PolyId poly) {
    std::vector<RouteNodeId>& row = graph_.poly_nodes;
    const auto add_side = [&](uint32_t e) {
      for (uint32_t i = 0; i < side_nodes_[e].count; ++i) row.emplace_back(side_nodes_[e].first + i);
    };
    const NavPoly& p = mesh_.poly(poly);
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      if (!corner_node_[e].IsNone()) row.push_back(corner_node_[e]);
      const uint32_t twin = edges_[e].twin;
      if (twin == kNoEdge) continue;
      const bool is_stored_at_twin = IsTwoWay(mesh_, EdgeId(e)) && twin < e;
      add_side(is_stored_at_twin ? twin : e);
    }
    for (const uint32_t e : OneWaySidesInto(poly)) add_side(e);
    uint32_t id = links_.FirstOf(poly).value();
    for (size_t k = 0; k < links_.Of(poly).size(); ++k, ++id) {
      if (!link_node_[id].IsNone()) row.push_back(link_node_[id]);
    }
    for (const uint32_t arriving : arriving_links_[poly.value()]) {
      if (links_.all()[arriving].start_poly != poly.value()) row.push_back(link_node_[arriving]);
    }
    graph_.poly_rows.push_back(static_cast<uint32_t>(row.size()));
  }

  const std::vector<uint32_t>& OneWaySidesInto(PolyId poly) {
    if (one_way_into_.empty()) {
      one_way_into_.resize(mesh_.poly_count());
      for (uint32_t e = 0; e < edges_.size(); ++e) {
        const uint32_t twin = edges_[e].twin;
        if (twin != kNoEdge && !IsTwoWay(mesh_, EdgeId(e))) one_way_into_[edges_[twin].poly].push_back(e);
      }
    }
    return one_way_into_[poly.value()];
  }

  // How a node takes part in a polygon.
  struct Part {
    RouteNodeId node;
    bool arrives;   // one gets to the node over the polygon
    bool leaves;    // and from it onto the polygon
    Vec2 at;        // where the agent arrives
    Vec2 from;      // where the agent leaves
    double cost_m;  // of the node itself
    uint32_t part;  // ClearGap::part of the polygon; kAnyPart: of all
  };

  Part PartOf(RouteNodeId id, uint32_t poly) const {
    const RouteNode& node = graph_.nodes[id.value()];
    Part part{id, true, true, {node.x, node.z}, {node.x, node.z}, 0, kAnyPart};
    if (clear_ != nullptr && node.kind() != RouteNodeKind::kLink)
      part.part = parts_of_node_[id.value()][edges_[node.index()].poly == poly ? 0 : 1];
    if (node.kind() == RouteNodeKind::kOneWayPoint) {
      part.arrives = edges_[node.index()].poly == poly;
      part.leaves = edges_[edges_[node.index()].twin].poly == poly;
    } else if (node.kind() == RouteNodeKind::kLink) {
      const NavLink& link = links_.link(LinkId(node.index()));
      part.arrives = link.start_poly == poly;
      part.leaves = link.end_poly == poly;
      part.from = EndOf(link);
      part.cost_m = LinkCost_m(link);
    }
    return part;
  }

  void AddArcs(uint32_t poly) {
    parts_.clear();
    for (uint32_t i = graph_.poly_rows[poly]; i < graph_.poly_rows[poly + 1]; ++i) {
      parts_.push_back(PartOf(graph_.poly_nodes[i], poly));
    }
    const double factor = costs_.Of(mesh_, PolyId(poly));
    const auto is_plain = [this](const Part& p) {
      const RouteNodeKind kind = graph_.nodes[p.node.value()].kind();
      return kind == RouteNodeKind::kCorner || kind == RouteNodeKind::kPoint;
    };
    for (const Part& a : parts_) {
      for (const Part& b : parts_) {
        if (a.node == b.node || !a.leaves || !b.arrives) continue;
        if (a.part != b.part && a.part != kAnyPart && b.part != kAnyPart) continue;
        const bool two_way = is_plain(a) && is_plain(b);
        if (two_way && a.node > b.node) continue;
        const auto cost_m = static_cast<float>(a.cost_m + factor * Distance(a.from, b.at));
        graph_.arcs.push_back({a.node, b.node, cost_m, poly, two_way});
      }
    }
  }

  const NavmeshView& mesh_;
  const LinkView& links_;
  const uint64_t abilities_;
  const GroundCosts& costs_;
  const double spacing_m_;
  const ClearGround* const clear_;
  const std::span<const NavEdge> edges_;
  const VertexFans fans_;
  RouteGraph graph_;
  std::vector<RouteNodeId> corner_node_;                // [half-edge]
  std::vector<NodeRange> side_nodes_;                   // [half-edge]
  std::vector<RouteNodeId> link_node_;                  // [link]
  std::vector<std::array<uint32_t, 2>> parts_of_node_;  // of a point in a gap: here and beyond
  std::vector<std::vector<uint32_t>> arriving_links_;
  std::vector<std::vector<uint32_t>> one_way_into_;
  std::vector<Part> parts_;
};

}  // namespace

absl::StatusOr<RouteGraph> MakeRouteGraph(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                                          const GroundCosts& costs, double spacing_m,
                                          const ClearGround* clear) {
  RouteGraph graph = Builder(mesh, links, abilities, costs, spacing_m, clear).Build();
  const size_t most = std::max({graph.nodes.size(), mesh.arrays().edges.size(), graph.poly_nodes.size()});
  if (most > kHierarchyMaxIndex) {
    return absl::ResourceExhaustedError(
        StrCat("hierarchy: ", most, " nodes or sides; at most 2^30 are served"));
  }
  return graph;
}

}  // namespace waystone
