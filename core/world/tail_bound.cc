#include "core/world/tail_bound.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kUnknown = -1;

}  // namespace

void TailBound::Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalTail> tails) {
  labels_ = graph.labels[static_cast<uint32_t>(mode)];
  if (labels_.is_hierarchy) {
    climb_.Begin(labels_, ClimbSide::kIn, graph.nodes.size());
    for (const PortalTail& tail : tails) climb_.AddSeed(tail.portal.value(), tail.cost_m);
    climb_.Run();
    return;
  }
  by_hub_.assign(graph.nodes.size(), kInfinite);
  by_portal_.assign(graph.nodes.size(), kUnknown);
  for (const PortalTail& tail : tails) {
    for (const PortalLabel& label : labels_.In(tail.portal)) {
      by_hub_[label.hub.value()] = std::min(by_hub_[label.hub.value()], label.cost_m + tail.cost_m);
    }
  }
}

double TailBound::From(uint32_t portal) {
  if (labels_.is_hierarchy) return climb_.Of(portal);
  double& bound_m = by_portal_[portal];
  if (bound_m != kUnknown) return bound_m;
  bound_m = kInfinite;
  for (const PortalLabel& label : labels_.Out(PortalId(portal))) {
    bound_m = std::min(bound_m, label.cost_m + by_hub_[label.hub.value()]);
  }
  return bound_m;
}

}  // namespace waystone
