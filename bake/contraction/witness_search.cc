// For each neighbour u of the node, one search for all neighbours w that it would have to be joined with:
// first for paths of one and two arcs, by marking; then Dijkstra's search for the rest.
//
// A shortcut does not cost the sum of its halves, but the length of the taut string through its corridor:
// the halves bend at the node, and at most nodes no route would bend. So costs become truer the higher an
// arc stands in the hierarchy.
#include "bake/contraction/witness_search.h"

#include <algorithm>

namespace waystone {
namespace {

// A witness may be longer than the shortcut that it makes needless by this share of its length. Forests have
// very many paths that are nearly as short as the shortest; without the slack the upper parts of the
// hierarchy would keep them all.
constexpr float kSlack = 0.010F;
constexpr uint32_t kMaxSettled = 200;  // nodes of one search
constexpr uint32_t kEstimateSources = 8;
constexpr float kFar_m = 3e38F;

}  // namespace

WitnessSearch::WitnessSearch(const NavmeshView& mesh, const GroundCosts& costs, const ContractionGraph& graph,
                             std::span<const uint8_t> is_leaving)
    : mesh_(mesh), costs_(costs), least_factor_(costs.Least()), graph_(graph), is_leaving_(is_leaving) {}

// Two-way pairs are looked at from their first arc; others from the one travelled first.
void WitnessSearch::CollectPairs(RouteNodeId node, uint32_t in, bool two_way) {
  pairs_.clear();
  const std::vector<LiveArc>& row = graph_.row(node);
  const LiveArc& from = row[in];
  if ((from.directions & kArcIn) == 0) return;
  const Vec2 at = graph_.At(from.target);
  // Paths over a link or from its end are not straightened.
  const bool refines = graph_.node(node).kind() != RouteNodeKind::kLink &&
                       graph_.node(from.target).kind() != RouteNodeKind::kLink;
  for (uint32_t out = 0; out < row.size(); ++out) {
    const LiveArc& to = row[out];
    if (out == in || to.target == from.target || (to.directions & kArcOut) == 0) continue;
    const bool is_two_way = (from.directions & kArcOut) != 0 && (to.directions & kArcIn) != 0;
    if (is_two_way != two_way || (two_way && out < in)) continue;
    const float cost_m = from.cost_m + to.cost_m;
    const bool has_string = refines && from.side_count + to.side_count <= kMaxStringSides;
    const float least_m =
        has_string ? std::min(cost_m, static_cast<float>(least_factor_ * Distance(at, graph_.At(to.target))))
                   : cost_m;
    pairs_.push_back({out, cost_m, least_m, kFar_m, graph_.At(to.target)});
  }
}

float WitnessSearch::WitnessOf(RouteNodeId node) const {
  return search_.IsReached(node.value()) ? search_.CostOf(node.value()) : kFar_m;
}

void WitnessSearch::LookNear(RouteNodeId node, RouteNodeId source, uint8_t needed) {
  search_.Begin(graph_.node_count());
  float limit_m = 0;
  for (const Pair& pair : pairs_) limit_m = std::max(limit_m, pair.cost_m);
  limit_m *= 1 + kSlack;
  for (const LiveArc& arc : graph_.row(source)) {
    if (arc.target != node && (arc.directions & needed) == needed && arc.cost_m <= limit_m)
      search_.Lower(arc.target.value(), arc.cost_m, source.value());
  }
  for (const LiveArc& first : graph_.row(source)) {
    const bool is_leaving = is_leaving_[first.target.value()] != 0;
    if (first.target == node || (first.directions & needed) != needed || is_leaving) continue;
    if (first.cost_m > limit_m) continue;
    for (const LiveArc& second : graph_.row(first.target)) {
      const float cost_m = first.cost_m + second.cost_m;
      if ((second.directions & needed) != needed || second.target == node || cost_m > limit_m) continue;
      search_.Lower(second.target.value(), cost_m, first.target.value());
    }
  }
  for (Pair& pair : pairs_) pair.witness_m = WitnessOf(graph_.row(node)[pair.out].target);
}

// Whether a witness may yet pass: no path is shorter than the straight line.
bool WitnessSearch::IsUseful(RouteNodeId node) const {
  const Vec2 at = graph_.At(node);
  return std::ranges::any_of(pairs_, [&](const Pair& pair) {
    const double room_m = double{pair.cost_m} * (1 + kSlack) * (1 + 1e-6) - search_.CostOf(node.value());
    const Vec2 left = pair.at - at;
    return room_m >= 0 && least_factor_ * least_factor_ * Dot(left, left) <= room_m * room_m;
  });
}

void WitnessSearch::LookFar(RouteNodeId node, RouteNodeId source, uint8_t needed) {
  search_.Begin(graph_.node_count());
  float limit_m = 0;
  for (const Pair& pair : pairs_) limit_m = std::max(limit_m, pair.cost_m);
  limit_m *= 1 + kSlack;
  search_.Reach(source.value(), 0, source.value());
  for (uint32_t settled = 0; settled < kMaxSettled;) {
    const RouteNodeId at(search_.Settle());
    if (at.IsNone()) break;
    if ((is_leaving_[at.value()] != 0 && at != source) || !IsUseful(at)) continue;
    ++settled;
    const float here_m = search_.CostOf(at.value());
    for (const LiveArc& arc : graph_.row(at)) {
      const float cost_m = here_m + arc.cost_m;
      if ((arc.directions & needed) != needed || arc.target == node || cost_m > limit_m) continue;
      search_.Reach(arc.target.value(), cost_m, at.value());
    }
  }
  for (Pair& pair : pairs_) {
    pair.witness_m = std::min(pair.witness_m, WitnessOf(graph_.row(node)[pair.out].target));
  }
}

float WitnessSearch::Estimate(RouteNodeId node) {
  uint32_t count = 0;
  const std::vector<LiveArc>& row = graph_.row(node);
  const auto sources = std::min<uint32_t>(kEstimateSources, static_cast<uint32_t>(row.size()));
  for (uint32_t k = 0; k < sources; ++k) {
    const auto in = static_cast<uint32_t>(uint64_t{k} * row.size() / sources);
    for (const bool two_way : {true, false}) {
      CollectPairs(node, in, two_way);
      if (pairs_.empty()) continue;
      LookNear(node, row[in].target, two_way ? kArcOut | kArcIn : kArcOut);
      for (const Pair& pair : pairs_) count += pair.witness_m > pair.cost_m * (1 + kSlack) ? 1 : 0;
    }
  }
  return static_cast<float>(count) * static_cast<float>(row.size()) /
         static_cast<float>(std::max(1U, sources));
}

void WitnessSearch::Contract(RouteNodeId node, NewArcs& out) {
  const std::vector<LiveArc>& row = graph_.row(node);
  for (uint32_t in = 0; in < row.size(); ++in) {
    for (const bool two_way : {true, false}) {
      CollectPairs(node, in, two_way);
      if (pairs_.empty()) continue;
      const uint8_t needed = two_way ? kArcOut | kArcIn : kArcOut;
      const auto has_witness = [](const Pair& pair) { return pair.witness_m <= pair.least_m * (1 + kSlack); };
      LookNear(node, row[in].target, needed);
      std::erase_if(pairs_, has_witness);
      if (pairs_.empty()) continue;
      LookFar(node, row[in].target, needed);
      std::erase_if(pairs_, has_witness);
      AddShortcuts(node, in, two_way, out);
    }
  }
}

void WitnessSearch::AddShortcuts(RouteNodeId node, uint32_t in, bool two_way, NewArcs& out) {
  const std::vector<LiveArc>& row = graph_.row(node);
  for (const Pair& pair : pairs_) {
    NewArc arc{};
    arc.from = row[in].target;
    arc.to = row[pair.out].target;
    arc.via = node;
    arc.cost_m = pair.cost_m;
    arc.directions = two_way ? kArcOut | kArcIn : kArcOut;
    arc.has_corridor = graph_.Join(node, row[in], row[pair.out], kMaxStringSides, scratch_, joined_);
    if (arc.has_corridor) {
      const double taut_m = TautCost_m(mesh_, costs_, graph_.At(arc.from), joined_.crossed, joined_.last_poly,
                                       graph_.At(arc.to), line_);
      arc.cost_m = std::min(arc.cost_m, static_cast<float>(taut_m));
    }
    if (pair.witness_m <= arc.cost_m * (1 + kSlack)) continue;
    if (arc.has_corridor) {
      arc.first_poly = joined_.first_poly;
      arc.first_side = static_cast<uint32_t>(out.sides.size());
      arc.side_count = static_cast<uint8_t>(joined_.crossed.size());
      out.sides.insert(out.sides.end(), joined_.crossed.begin(), joined_.crossed.end());
    }
    out.arcs.push_back(arc);
  }
}

}  // namespace waystone
