#include "core/zones/zone_view.h"

#include <algorithm>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("zone ", array, "[", index, "]: ", rule));
}

absl::Status CheckSizes(const ZoneView::Arrays& arrays) {
  const ZoneHeader& header = arrays.header;
  const size_t components = header.component_count;
  if (arrays.component_of_node.size() != header.node_count || arrays.components.size() != components ||
      arrays.reach.size() != components || arrays.dag_offsets.size() != components + 1) {
    return absl::DataLossError("zone header: its counts are not those of the arrays");
  }
  if (header.main_zone_count == 0) return absl::DataLossError("zone header: no zone is main");
  if (std::any_of(std::begin(header.reserved), std::end(header.reserved),
                  [](uint32_t v) { return v != 0; })) {
    return absl::DataLossError("zone header: reserved bytes are not zero");
  }
  return absl::OkStatus();
}

// Checks the nodes and the components against each other.
absl::Status CheckNodes(const ZoneView::Arrays& arrays) {
  std::vector<uint32_t> count(arrays.components.size(), 0);
  for (size_t v = 0; v < arrays.component_of_node.size(); ++v) {
    const uint32_t component = arrays.component_of_node[v];
    if (component >= count.size()) return Broken("component of node", v, "out of range");
    if (count[component]++ == 0 && arrays.components[component].lowest_node != v) {
      return Broken("components", component, "its lowest node is another one");
    }
  }
  uint32_t isolated = 0;
  for (size_t c = 0; c < count.size(); ++c) {
    const ZoneComponent& component = arrays.components[c];
    if (component.node_count != count[c] || count[c] == 0) return Broken("components", c, "wrong node count");
    if (component.zone.value() > count.size())
      return Broken("components", c, "its zone is beyond their number");
    if ((component.flags & ~(kZoneReachesMain | kZoneReachedFromMain)) != 0) {
      return Broken("components", c, "unknown flags");
    }
    if (component.zone == kIsolatedZone) isolated += count[c];
  }
  if (isolated != arrays.header.isolated_node_count) {
    return absl::DataLossError("zone header: another number of nodes is isolated");
  }
  return absl::OkStatus();
}

absl::Status CheckDag(const ZoneView::Arrays& arrays) {
  const size_t components = arrays.components.size();
  if (arrays.dag_offsets.front() != 0 || arrays.dag_offsets.back() != arrays.dag_targets.size()) {
    return absl::DataLossError("zone dag offsets: they do not cover the targets");
  }
  for (size_t c = 0; c < components; ++c) {
    if (arrays.dag_offsets[c] > arrays.dag_offsets[c + 1]) return Broken("dag offsets", c, "not monotone");
    if (arrays.dag_offsets[c + 1] > arrays.dag_targets.size())
      return Broken("dag offsets", c + 1, "out of range");
    for (uint32_t i = arrays.dag_offsets[c]; i < arrays.dag_offsets[c + 1]; ++i) {
      if (arrays.dag_targets[i] <= c || arrays.dag_targets[i] >= components) {
        return Broken("dag targets", i, "it does not lead upwards to a component");
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

ZoneData PackZones(const ZoneLabels& labels) {
  const auto& components = labels.components;
  const auto largest =
      std::max_element(components.begin(), components.end(),
                       [](const auto& a, const auto& b) { return a.node_count < b.node_count; });
  const CsrView dag = labels.dag;
  ZoneData data;
  data.header.node_count = static_cast<uint32_t>(labels.component.size());
  data.header.component_count = static_cast<uint32_t>(components.size());
  data.header.weak_count = labels.weak_count;
  data.header.isolated_node_count = labels.isolated_node_count;
  data.header.main_zone_count = labels.main_zone_count;
  data.component_of_node = labels.component;
  data.components = components;
  data.reach = BuildReachRecords(dag, static_cast<uint32_t>(largest - components.begin()));
  data.dag_offsets.assign(dag.offsets.begin(), dag.offsets.end());
  data.dag_targets.assign(dag.targets.begin(), dag.targets.end());
  return data;
}

absl::StatusOr<ZoneView> ZoneView::Create(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(CheckSizes(arrays));
  WS_RETURN_IF_ERROR(CheckNodes(arrays));
  WS_RETURN_IF_ERROR(CheckDag(arrays));
  return ZoneView(arrays);
}

absl::StatusOr<ZoneView> ZoneView::Create(const ZoneData& data) {
  return Create(Arrays{data.header, data.component_of_node, data.components, data.reach, data.dag_offsets,
                       data.dag_targets});
}

bool ZoneView::LegalBySeed(PolyId from, PolyId to) const {
  return IsMain(to) || (ZoneOf(to) != kIsolatedZone && ZoneOf(to) == ZoneOf(from));
}

}  // namespace waystone
