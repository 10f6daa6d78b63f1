// The portals of a world as a graph with labels: the view that searches use, whoever owns the arrays.
#pragma once

#include <cstdint>
#include <span>

#include "absl/status/status.h"
#include "core/world/world_format.h"

namespace waystone {

// The graph for one traveller. Borrowed; trivially copied; any thread.
struct PortalGraph {
  // The fields of a portal that a search reads. Ids of kinds of tickets and of groups are 1, 2, ...; 0 is
  // none.
  struct Node {
    double cost_m = 0;
    double money = 0;
    uint32_t ticket = 0;
    uint32_t group = 0;
    WorldMapIndex arrival_map = WorldMapIndex(0);  // whose exits can be walked to
    uint64_t first_cost = 0;                       // index of its arrival's row of costs
  };
  struct Exits {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  // Labels of one mode, or a hierarchy in their place.
  struct Labels {
    std::span<const uint64_t> out_rows;  // one per portal and one more
    std::span<const PortalLabel> out;    // from the portal
    std::span<const uint64_t> in_rows;
    std::span<const PortalLabel> in;  // to the portal
    bool is_hierarchy = false;        // portal_climb.h

    std::span<const PortalLabel> Out(PortalId portal) const { return Row(out_rows, out, portal.value()); }
    std::span<const PortalLabel> In(PortalId portal) const { return Row(in_rows, in, portal.value()); }

   private:
    static std::span<const PortalLabel> Row(std::span<const uint64_t> rows,
                                            std::span<const PortalLabel> labels, uint32_t portal) {
      return labels.subspan(rows[portal], rows[portal + 1] - rows[portal]);
    }
  };

  std::span<const Node> nodes;
  std::span<const Exits> exits;  // by map
  // [m of plain ground] From an arrival to the exits of its map, in their order; infinite if there is no
  // path.
  std::span<const double> costs[kWorldModes];
  Labels labels[kWorldModes];

  // The exits of the map that `portal` leads to.
  const Exits& ExitsBehind(PortalId portal) const { return exits[nodes[portal.value()].arrival_map.value()]; }
  // The costs of walking from the arrival of `portal` to the exits of its map.
  std::span<const double> WalkCosts(PortalId portal, WorldMode mode) const {
    const Node& node = nodes[portal.value()];
    return costs[static_cast<uint32_t>(mode)].subspan(node.first_cost, ExitsBehind(portal).count);
  }
};

// Checks that following the labels always leads to the hub, over walks that add up to the label's cost: then
// every path made of labels can be walked at their cost. Does not check that there is no cheaper path, nor
// that a path exists only if the labels give one. DataLoss naming the array, the index and the rule broken.
// REQUIRES: the rest of the graph is sound. O(portals + labels).
absl::Status CheckLabels(const PortalGraph& graph, WorldMode mode);

}  // namespace waystone
