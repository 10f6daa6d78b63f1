// After the contraction nodes are numbered anew: the last to go first, for every search passes them; all
// others as they lie on the surface.
#include "bake/contraction/hierarchy_builder.h"

#include <algorithm>
#include <optional>
#include <thread>

#include "bake/contraction/contraction_graph.h"
#include "bake/contraction/route_graph.h"
#include "core/base/status_macros.h"
#include "core/navmesh/clear_string.h"

namespace waystone {
namespace {

// Nodes are numbered in bands, the highest first, each as long as all before it times this; within a band as
// they lie on the surface. So a search finds what it passes at its height close together in memory.
constexpr size_t kBandGrowth = 4;
constexpr size_t kFirstBand = 64;  // nodes

// [route graph's node] -> its id in the hierarchy.
std::vector<HierarchyNodeId> NewIds(std::span<const RouteNodeId> order) {
  std::vector<RouteNodeId> by_height(order.rbegin(), order.rend());
  for (size_t begin = 0, end = kFirstBand; begin < by_height.size(); begin = end, end *= kBandGrowth) {
    end = std::min(end, by_height.size());
    std::sort(by_height.begin() + static_cast<ptrdiff_t>(begin),
              by_height.begin() + static_cast<ptrdiff_t>(end));
  }
  std::vector<HierarchyNodeId> id(order.size());
  for (uint32_t i = 0; i < by_height.size(); ++i) id[by_height[i].value()] = HierarchyNodeId(i);
  return id;
}

class Packer {
 public:
  Packer(const NavmeshView& mesh, const RouteGraph& graph, const ContractionGraph& contracted,
         std::span<const RouteNodeId> order)
      : mesh_(mesh), graph_(graph), contracted_(contracted), id_(NewIds(order)), old_(order.size()) {
    for (RouteNodeId node(0); node.value() < id_.size(); ++node) old_[IdOf(node).value()] = node;
  }

  absl::StatusOr<HierarchyData> Pack(double spacing_m) {
    data_.header.spacing_m = static_cast<float>(spacing_m);
    data_.poly_rows = graph_.poly_rows;
    for (const RouteNodeId node : graph_.poly_nodes) data_.poly_nodes.push_back(IdOf(node));
    data_.arc_rows.push_back(0);
    for (const RouteNodeId node : old_) {
      data_.nodes.push_back(contracted_.node(node));
      AddRow(node);
      data_.arc_rows.push_back(static_cast<uint32_t>(data_.arcs.size()));
    }
    if (std::max(data_.arcs.size(), data_.strings.size()) > kHierarchyMaxIndex) {
      return absl::ResourceExhaustedError("hierarchy: more than 2^30 arcs or bytes of corridors");
    }
    data_.header.node_count = static_cast<uint32_t>(data_.nodes.size());
    data_.header.arc_count = static_cast<uint32_t>(data_.arcs.size());
    data_.header.node_place_count = static_cast<uint32_t>(data_.poly_nodes.size());
    data_.header.string_bytes = static_cast<uint32_t>(data_.strings.size());
    return std::move(data_);
  }

 private:
  HierarchyNodeId IdOf(RouteNodeId node) const { return id_[node.value()]; }

  void AddRow(RouteNodeId node) {
    row_ = contracted_.row(node);
    std::ranges::sort(row_, [this](const LiveArc& a, const LiveArc& b) {
      return a.target != b.target ? IdOf(a.target) < IdOf(b.target) : a.directions < b.directions;
    });
    for (const LiveArc& arc : row_) {
      HierarchyArc out{
          IdOf(arc.target).value() | static_cast<uint32_t>(arc.directions) << kHierarchyIndexBits, arc.cost_m,
          arc.path};
      if (out.kind() == ArcWay::kVia) out.path = ViaOrString(node, arc);
      data_.arcs.push_back(out);
    }
  }

  uint32_t ViaOrString(RouteNodeId node, const LiveArc& arc) {
    const uint32_t via = id_[arc.path & kHierarchyMaxIndex].value() | static_cast<uint32_t>(ArcWay::kVia)
                                                                          << kHierarchyIndexBits;
    if (arc.corridor == kNoCorridor) return via;
    const bool away = (arc.directions & kArcOut) != 0;
    contracted_.Read(arc, away, corridor_);
    if (corridor_.crossed.empty()) {
      return corridor_.first_poly | static_cast<uint32_t>(ArcWay::kPoly) << kHierarchyIndexBits;
    }
    const RouteNode& first = contracted_.node(away ? node : arc.target);
    const CorridorJoiner::Place place = contracted_.joiner().PlaceOf(first, corridor_.first_poly);
    if (place.edge == kNoEdge) return via;
    const auto offset = static_cast<uint32_t>(data_.strings.size());
    data_.strings.push_back(place.index);
    data_.strings.push_back(static_cast<uint8_t>(corridor_.crossed.size()));
    uint32_t entered_by = place.edge;
    for (const EdgeId side : corridor_.crossed) {
      const int64_t step = int64_t{side.value()} - entered_by;
      if (step < INT8_MIN || step > INT8_MAX) {
        data_.strings.resize(offset);
        return via;
      }
      data_.strings.push_back(static_cast<uint8_t>(static_cast<int8_t>(step)));
      entered_by = mesh_.edge(side).twin;
    }
    return offset | static_cast<uint32_t>(ArcWay::kString) << kHierarchyIndexBits;
  }

  const NavmeshView& mesh_;
  const RouteGraph& graph_;
  const ContractionGraph& contracted_;
  const std::vector<HierarchyNodeId> id_;
  std::vector<RouteNodeId> old_;  // the inverse
  HierarchyData data_;
  std::vector<LiveArc> row_;
  Corridor corridor_;
};

}  // namespace

absl::StatusOr<HierarchyData> BuildHierarchy(const NavmeshView& mesh, const LinkView& links,
                                             uint64_t abilities, const HierarchyRules& rules,
                                             int thread_count, const ContractionProgress& progress,
                                             const HierarchyTerms& terms) {
  if (mesh.poly_count() < rules.min_polygons) {
    HierarchyData none;
    none.header.spacing_m = static_cast<float>(rules.spacing_m);
    none.poly_rows = {0};
    none.arc_rows = {0};
    return none;
  }
  if (thread_count <= 0) thread_count = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const GroundCosts costs = terms.costs.On(GroundShares(mesh));
  std::optional<ClearGround> clear;
  if (terms.min_clearance_m > 0)
    clear = ClearGround::Of(mesh, kRoomOfStrings * terms.min_clearance_m, thread_count);
  WS_ASSIGN_OR_RETURN(const RouteGraph graph, MakeRouteGraph(mesh, links, abilities, costs, rules.spacing_m,
                                                             clear ? &*clear : nullptr));
  clear.reset();
  ContractionGraph contracted(mesh, graph);
  const std::vector<RouteNodeId> order = ContractAll(mesh, costs, contracted, thread_count, progress);
  return Packer(mesh, graph, contracted, order).Pack(rules.spacing_m);
}

}  // namespace waystone
