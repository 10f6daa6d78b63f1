#include "core/navmesh/distance_flood.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/check.h"
#include "core/geom/segment.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr uint32_t kPollInterval = 256;  // [nodes]

}  // namespace

void DistanceFlood::Begin(const NavmeshView& mesh, const LinkView& links, uint64_t abilities,
                          const NavLocation& start, const Exclusions* exclusions, LinkCost link_cost) {
  WS_CHECK(start.poly.value() < mesh.poly_count());
  ws_.Begin(mesh.arrays().header, links.size());
  entries_.of_poly.GrowTo(mesh.poly_count());
  if (ws_.generation == 1) entries_.of_poly.Zero();
  entries_.all.clear();
  entries_.polys.clear();
  grown_to_m_ = 0;
  expansions_ = 0;
  expander_.emplace(mesh, links, abilities, exclusions, start, ws_);
  expander_->RecordEntries(entries_);
  expander_->SetLinkCost(link_cost);
  expander_->ExpandStart();
  PushFresh();
}

void DistanceFlood::PushFresh() {
  for (const AnyAngleOpen& fresh : ws_.fresh) ws_.open.Push(fresh);
  ws_.fresh.clear();
}

SearchOutcome DistanceFlood::GrowTo(double limit_m, const FloodOptions& options) {
  for (uint32_t count = 0; !ws_.open.empty() && ws_.open.top().f_m <= limit_m; ++count) {
    const AnyAngleOpen next = ws_.open.top();
    SearchOutcome end = SearchOutcome::kExhausted;
    const bool is_over = ws_.nodes.size() >= options.max_nodes || expansions_ >= options.max_expansions;
    if (is_over) end = SearchOutcome::kExpansionLimit;
    if (count % kPollInterval == 0 && options.deadline.Expired()) end = LateOutcome(options.deadline);
    if (end != SearchOutcome::kExhausted) {
      grown_to_m_ = std::max(grown_to_m_, std::nextafter(next.f_m, 0.0));
      return end;
    }
    ws_.open.Pop();
    if (ws_.roots[ws_.nodes[next.node].root].is_beaten) continue;
    ++expansions_;
    expander_->Expand(next.node);
    PushFresh();
  }
  grown_to_m_ = std::max(grown_to_m_, limit_m);
  return SearchOutcome::kExhausted;
}

double DistanceFlood::DistanceTo(const NavLocation& place) {
  const StampedIndex first = entries_.of_poly[place.poly.value()];
  if (first.generation != ws_.generation) return kInfinite;
  double least_m = kInfinite;
  for (uint32_t i = first.index; i != AnyAngleEntries::kNone; i = entries_.all[i].next) {
    const double cost_m = expander_->CostVia(entries_.all[i].node, place.poly, place.point.Plane());
    least_m = std::min(least_m, cost_m);
  }
  return least_m <= grown_to_m_ ? least_m : kInfinite;
}

AnyAngleExpander::Nearest DistanceFlood::NearestOn(PolyId poly, Vec2 a, Vec2 b) {
  AnyAngleExpander::Nearest nearest{kInfinite, a};
  const StampedIndex first = entries_.of_poly[poly.value()];
  if (first.generation != ws_.generation) return nearest;
  for (uint32_t i = first.index; i != AnyAngleEntries::kNone; i = entries_.all[i].next) {
    const AnyAngleRoot& root = ws_.roots[ws_.nodes[entries_.all[i].node].root];
    const double least_m = root.g_m + SegmentDistance(a, b, root.at);
    if (least_m >= nearest.cost_m || least_m > grown_to_m_) continue;
    const AnyAngleExpander::Nearest via = expander_->NearestVia(entries_.all[i].node, poly, a, b);
    if (via.cost_m < nearest.cost_m) nearest = via;
  }
  if (nearest.cost_m > grown_to_m_) nearest.cost_m = kInfinite;
  return nearest;
}

}  // namespace waystone
