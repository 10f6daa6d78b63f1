#include "core/world/least_needs.h"

#include <limits>
#include <numeric>
#include <span>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

void LeastNeeds::ListMaps(const PortalGraph& graph) {
  from_map_.assign(graph.nodes.size(), 0);
  for (uint32_t map = 0; map < graph.exits.size(); ++map) {
    const PortalGraph::Exits& exits = graph.exits[map];
    for (uint32_t i = 0; i < exits.count; ++i) from_map_[exits.first + i] = map;
  }
  // Portals by the map they lead to: the rows are counts first, which the last loop turns into starts of
  // rows.
  to_rows_.assign(graph.exits.size() + 1, 0);
  for (const PortalGraph::Node& node : graph.nodes) ++to_rows_[node.arrival_map.value()];
  std::partial_sum(to_rows_.begin(), to_rows_.end(), to_rows_.begin());
  portals_to_.resize(graph.nodes.size());
  for (auto i = static_cast<uint32_t>(graph.nodes.size()); i-- > 0;) {
    portals_to_[--to_rows_[graph.nodes[i].arrival_map.value()]] = i;
  }
}

void LeastNeeds::Prepare(const PortalGraph& graph, const PortalQuery& query, const PathLimits& limits,
                         LimitedNeed need) {
  ListMaps(graph);
  least_.assign(graph.nodes.size(), kInfinite);
  open_.Clear();
  for (const PortalTail& tail : query.tails) {
    if (least_[tail.portal.value()] == 0) continue;
    least_[tail.portal.value()] = 0;
    open_.Push({0, tail.portal.value()});
  }
  SpreadCosts(std::span(least_), open_, [&](uint32_t portal, double least, const auto& reach) {
    if (!limits.IsOpen(portal)) return;
    const uint32_t map = from_map_[portal];
    const uint32_t exit = portal - graph.exits[map].first;
    const bool may_lead = query.changed != nullptr && query.changed->MayBeLess(WorldMapIndex(map));
    least += need == LimitedNeed::kUses ? 1 : graph.nodes[portal].money;
    for (uint32_t i = to_rows_[map]; i < to_rows_[map + size_t{1}]; ++i) {
      const uint32_t before = portals_to_[i];
      if (!(least < least_[before])) continue;
      const bool leads = may_lead || graph.WalkCosts(PortalId(before), query.mode)[exit] != kInfinite;
      if (leads) reach(before, least);
    }
  });
}

}  // namespace waystone
