#include "bake/world/portal_arcs.h"

#include <limits>
#include <numeric>

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

}  // namespace

PortalArcsBothWays ListPortalArcs(const PortalGraph& graph, WorldMode mode) {
  PortalArcsBothWays both;
  const auto count = static_cast<uint32_t>(graph.nodes.size());
  std::vector<uint32_t> sources;
  both.from.rows.push_back(0);
  for (uint32_t portal = 0; portal < count; ++portal) {
    const std::span<const double> walks_m = graph.WalkCosts(PortalId(portal), mode);
    const uint32_t first = graph.ExitsBehind(PortalId(portal)).first;
    for (uint32_t i = 0; i < walks_m.size(); ++i) {
      if (walks_m[i] == kInfinite) continue;
      both.from.arcs.push_back({first + i, walks_m[i] + graph.nodes[first + i].cost_m});
      sources.push_back(portal);
    }
    both.from.rows.push_back(both.from.arcs.size());
  }
  both.to.rows.assign(count + size_t{1}, 0);
  for (const PortalArc& arc : both.from.arcs) ++both.to.rows[arc.portal + size_t{1}];
  std::partial_sum(both.to.rows.begin(), both.to.rows.end(), both.to.rows.begin());
  both.to.arcs.resize(both.from.arcs.size());
  std::vector<uint64_t> next(both.to.rows.begin(), both.to.rows.end() - 1);
  for (size_t i = 0; i < sources.size(); ++i) {
    const PortalArc& arc = both.from.arcs[i];
    both.to.arcs[next[arc.portal]++] = {sources[i], arc.cost_m};
  }
  return both;
}

}  // namespace waystone
