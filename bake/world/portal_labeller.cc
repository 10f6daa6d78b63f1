#include "bake/world/portal_labeller.h"

#include "bake/world/hub_order.h"
#include "bake/world/portal_arcs.h"
#include "core/graph/hub_cover.h"

namespace waystone {
namespace {

// Equal paths add up to sums that differ by rounding; without this, hubs on either would be told.
constexpr double kSame = 1 + 1e-13;

double CostOf(const PortalLabel& label) { return label.cost_m; }

class PortalLabeller {
 public:
  explicit PortalLabeller(uint32_t portals) : cover_(portals), out_(portals), in_(portals) {}

  std::optional<PortalLabels> Make(const PortalArcsBothWays& arcs, uint64_t most_entries) {
    if (arcs.from.rows.size() - 1 > most_entries / 2) return std::nullopt;  // each has itself
    const std::vector<uint32_t> order = OrderHubs(arcs);
    for (uint32_t rank = 0; rank < order.size(); ++rank) {
      if (entries_ > most_entries) return std::nullopt;
      Spread(order[rank], rank, out_, arcs.from, in_);
      Spread(order[rank], rank, in_, arcs.to, out_);
    }
    PortalLabels labels;
    Pack(out_, labels.out_rows, labels.out);
    Pack(in_, labels.in_rows, labels.in);
    return labels;
  }

 private:
  using Labels = std::vector<std::vector<PortalLabel>>;  // by portal

  // Tells the hub to itself and to every portal whose cheapest path to or from it passes no hub told before.
  // Those that are not told pass nothing on: who is told, is told over others that are.
  void Spread(uint32_t hub, uint32_t rank, const Labels& of_hub, const PortalArcs& arcs, Labels& labels) {
    cover_.Begin(of_hub[hub], CostOf);
    GrowPortalTree(arcs, hub, search_, [&](uint32_t portal, uint32_t before, double cost_m) {
      const bool is_covered = cover_.Find(labels[portal], cost_m * kSame, CostOf) != labels[portal].end();
      if (portal != hub && is_covered) return false;
      labels[portal].push_back({PortalHubId(rank), before, cost_m});
      ++entries_;
      return true;
    });
    cover_.End(of_hub[hub]);
  }

  static void Pack(const Labels& labels, std::vector<uint64_t>& rows, std::vector<PortalLabel>& packed) {
    rows.push_back(0);
    for (const std::vector<PortalLabel>& of_portal : labels) {
      packed.insert(packed.end(), of_portal.begin(), of_portal.end());
      rows.push_back(packed.size());
    }
  }

  BestFirst<double> search_;
  HubCover<double> cover_;
  Labels out_;
  Labels in_;
  uint64_t entries_ = 0;
};

}  // namespace

std::optional<PortalLabels> MakePortalLabels(const PortalGraph& graph, WorldMode mode,
                                             uint64_t most_entries) {
  return PortalLabeller(static_cast<uint32_t>(graph.nodes.size()))
      .Make(ListPortalArcs(graph, mode), most_entries);
}

}  // namespace waystone
