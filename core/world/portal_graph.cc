#include "core/world/portal_graph.h"

#include <cmath>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status CheckSide(std::string_view side, size_t portals, std::span<const uint64_t> rows,
                       std::span<const PortalLabel> labels) {
  if (rows.size() != portals + 1 || rows.front() != 0 || rows.back() != labels.size()) {
    return absl::DataLossError(StrCat(side, " label rows: do not cover the labels"));
  }
  for (size_t portal = 0; portal < portals; ++portal) {
    if (rows[portal] > rows[portal + 1]) {
      return absl::DataLossError(StrCat(side, " label rows[", portal, "]: greater than the next"));
    }
    for (uint64_t i = rows[portal]; i < rows[portal + 1]; ++i) {
      const PortalLabel& label = labels[i];
      const bool ascends = i == rows[portal] || labels[i - 1].hub < label.hub;
      const bool is_sound = ascends && label.hub < portals && label.next < portals && label.cost_m >= 0 &&
                            std::isfinite(label.cost_m);
      if (!is_sound) {
        return absl::DataLossError(
            StrCat(side, " labels[", i, "]: hubs do not ascend, or a portal or cost is out of its range"));
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckLabels(const PortalGraph& graph, WorldMode mode) {
  const PortalGraph::Labels& labels = graph.labels[static_cast<uint32_t>(mode)];
  WS_RETURN_IF_ERROR(CheckSide("out", graph.nodes.size(), labels.out_rows, labels.out));
  return CheckSide("in", graph.nodes.size(), labels.in_rows, labels.in);
}

}  // namespace waystone
