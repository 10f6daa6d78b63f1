#include "bake/contraction/contraction_graph.h"

namespace waystone {
namespace {

uint8_t Reverse(uint8_t directions) {
  return static_cast<uint8_t>((directions & kArcOut ? kArcIn : 0) | (directions & kArcIn ? kArcOut : 0));
}

// A joined corridor may be this many sides shorter than its halves together: sides that are crossed towards
// the node and back again drop out. Halves that are longer are not read at all.
constexpr size_t kMaxSidesLost = 4;

uint32_t PolyWay(uint32_t poly) { return poly | static_cast<uint32_t>(ArcWay::kPoly) << kHierarchyIndexBits; }
uint32_t ViaPath(RouteNodeId node) {
  return node.value() | static_cast<uint32_t>(ArcWay::kVia) << kHierarchyIndexBits;
}

}  // namespace

ContractionGraph::ContractionGraph(const NavmeshView& mesh, const RouteGraph& graph)
    : mesh_(mesh), joiner_(mesh), nodes_(graph.nodes), rows_(graph.nodes.size()) {
  std::vector<uint32_t> degree(graph.nodes.size(), 0);
  for (const RouteArc& arc : graph.arcs) ++degree[arc.from.value()], ++degree[arc.to.value()];
  for (size_t i = 0; i < rows_.size(); ++i) rows_[i].reserve(degree[i]);
  for (const RouteArc& arc : graph.arcs) {
    const uint8_t directions = arc.two_way ? kArcOut | kArcIn : kArcOut;
    const LiveArc half{arc.to, arc.cost_m, PolyWay(arc.poly), kNoCorridor, 0, directions, false};
    AddHalf(arc.from, half);
    LiveArc back = half;
    back.target = arc.from;
    back.directions = Reverse(directions);
    back.is_reversed = true;
    AddHalf(arc.to, back);
  }
}

// Arcs that lose their last direction go.
void ContractionGraph::AddHalf(RouteNodeId id, LiveArc arc) {
  std::vector<LiveArc>& row = rows_[id.value()];
  for (size_t i = 0; i < row.size();) {
    if (row[i].target != arc.target) {
      ++i;
      continue;
    }
    if (row[i].cost_m <= arc.cost_m) {
      arc.directions = static_cast<uint8_t>(arc.directions & ~row[i].directions);
      if (arc.directions == 0) return;
    } else {
      row[i].directions = static_cast<uint8_t>(row[i].directions & ~arc.directions);
      if (row[i].directions == 0) {
        row[i] = row.back();
        row.pop_back();
        continue;
      }
    }
    ++i;
  }
  row.push_back(arc);
}

void ContractionGraph::Remove(RouteNodeId id) {
  for (const LiveArc& arc : rows_[id.value()]) {
    std::vector<LiveArc>& row = rows_[arc.target.value()];
    for (size_t i = 0; i < row.size();) {
      if (row[i].target == id) {
        row[i] = row.back();
        row.pop_back();
      } else {
        ++i;
      }
    }
  }
}

void ContractionGraph::Add(const NewArc& arc, const NewArcs& owner) {
  LiveArc half{arc.to, arc.cost_m, ViaPath(arc.via), kNoCorridor, 0, arc.directions, false};
  if (arc.has_corridor) {
    half.corridor = static_cast<uint32_t>(corridors_.size());
    half.side_count = arc.side_count;
    corridors_.push_back(arc.first_poly);
    for (uint8_t i = 0; i < arc.side_count; ++i)
      corridors_.push_back(owner.sides[arc.first_side + i].value());
  }
  AddHalf(arc.from, half);
  half.target = arc.from;
  half.directions = Reverse(arc.directions);
  half.is_reversed = true;
  AddHalf(arc.to, half);
}

bool ContractionGraph::Read(const LiveArc& arc, bool away, Corridor& out) const {
  out.crossed.clear();
  if (arc.corridor == kNoCorridor) {
    if (static_cast<ArcWay>(arc.path >> kHierarchyIndexBits) != ArcWay::kPoly) return false;
    out.first_poly = out.last_poly = arc.path & kHierarchyMaxIndex;
    return true;
  }
  const uint32_t first_poly = corridors_[arc.corridor];
  const std::span<const uint32_t> sides = std::span(corridors_).subspan(arc.corridor + 1, arc.side_count);
  const uint32_t last_poly = sides.empty() ? first_poly : joiner_.Beyond(sides.back());
  if (away != arc.is_reversed) {
    out.first_poly = first_poly;
    out.last_poly = last_poly;
    for (const uint32_t side : sides) out.crossed.emplace_back(side);
  } else {
    out.first_poly = last_poly;
    out.last_poly = first_poly;
    for (size_t i = sides.size(); i-- > 0;) out.crossed.emplace_back(mesh_.edge(EdgeId(sides[i])).twin);
  }
  return true;
}

bool ContractionGraph::Join(RouteNodeId via, const LiveArc& in, const LiveArc& out, size_t max_sides,
                            Corridor& scratch, Corridor& joined) const {
  const auto is_link = [this](RouteNodeId id) { return node(id).kind() == RouteNodeKind::kLink; };
  if (is_link(via) || is_link(in.target)) return false;
  // Round the end of a wall without thickness and back: a string there has no side to be pulled to.
  if (At(in.target) == At(out.target)) return false;
  if (size_t{in.side_count} + out.side_count > max_sides + kMaxSidesLost) return false;
  if (!Read(in, false, joined) || !Read(out, true, scratch)) return false;
  if (!joiner_.TurnAt(node(via), joined.last_poly, scratch.first_poly, 0, joined.crossed)) return false;
  for (const EdgeId side : scratch.crossed) joiner_.Cross(side.value(), 0, joined.crossed);
  joined.last_poly = scratch.last_poly;
  return joined.crossed.size() <= max_sides;
}

}  // namespace waystone
