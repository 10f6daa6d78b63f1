#include "core/world/head_bound.h"

#include <algorithm>
#include <limits>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

void HeadBound::Prepare(const PortalGraph& graph, WorldMode mode, std::span<const PortalHead> heads) {
  labels_ = graph.labels[static_cast<uint32_t>(mode)];
  if (labels_.is_hierarchy) {
    climb_.Begin(labels_, ClimbSide::kOut, graph.nodes.size());
    for (const PortalHead& head : heads)
      climb_.AddSeed(head.portal.value(), head.cost_m + graph.nodes[head.portal.value()].cost_m);
    climb_.Run();
    return;
  }
  by_hub_.assign(graph.nodes.size(), kInfinite);
  for (const PortalHead& head : heads) {
    const double head_m = head.cost_m + graph.nodes[head.portal.value()].cost_m;
    for (const PortalLabel& label : labels_.Out(head.portal)) {
      by_hub_[label.hub.value()] = std::min(by_hub_[label.hub.value()], head_m + label.cost_m);
    }
  }
}

double HeadBound::To(PortalId portal) {
  if (labels_.is_hierarchy) return climb_.Of(portal.value());
  double bound_m = kInfinite;
  for (const PortalLabel& label : labels_.In(portal)) {
    bound_m = std::min(bound_m, by_hub_[label.hub.value()] + label.cost_m);
  }
  return bound_m;
}

}  // namespace waystone
