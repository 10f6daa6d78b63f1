// The zones of a loaded map: constant-time answers about which polygons belong together and what leads to
// what.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/graph/csr_graph.h"
#include "core/zones/reachability_index.h"
#include "core/zones/zone_format.h"
#include "core/zones/zone_labels.h"

namespace waystone {

// Owned zones with their index, as the baker writes them.
struct ZoneData {
  ZoneHeader header{};
  std::vector<uint32_t> component_of_node;
  std::vector<ZoneComponent> components;
  std::vector<ReachRecord> reach;
  std::vector<uint32_t> dag_offsets;
  std::vector<uint32_t> dag_targets;
};

// Labels plus their reachability index; the largest component is the hub. O(components + arcs).
ZoneData PackZones(const ZoneLabels& labels);

// A const view over the sections, or over a ZoneData. Trivially copied; does not own; any thread. Only Create
// makes one, so every view has passed the structure check.
class ZoneView {
 public:
  struct Arrays {
    ZoneHeader header{};
    std::span<const uint32_t> component_of_node;
    std::span<const ZoneComponent> components;
    std::span<const ReachRecord> reach;
    std::span<const uint32_t> dag_offsets;
    std::span<const uint32_t> dag_targets;
  };

  // DataLoss naming the array, the index and the rule broken. O(nodes + components + arcs).
  static absl::StatusOr<ZoneView> Create(const Arrays& arrays);
  static absl::StatusOr<ZoneView> Create(const ZoneData& data);
  // The same zones with more nodes behind the others, in these components. REQUIRES: that there are these; none were
  // added before. `components` must outlive it.
  ZoneView WithMore(std::span<const uint32_t> components) const {
    ZoneView grown = *this;
    grown.more_ = components;
    return grown;
  }

  const ZoneHeader& header() const { return arrays_.header; }
  std::span<const ZoneComponent> components() const { return arrays_.components; }

  // The nodes of the labelled graph are polygons. REQUIRES (all below): of the surface.
  uint32_t ComponentOf(PolyId poly) const {
    const size_t count = arrays_.component_of_node.size();
    return poly.value() < count ? arrays_.component_of_node[poly.value()] : more_[poly.value() - count];
  }
  const ZoneComponent& Component(PolyId poly) const { return arrays_.components[ComponentOf(poly)]; }
  // kIsolatedZone; 1 .. main_zone_count = main.
  ZoneId ZoneOf(PolyId poly) const { return Component(poly).zone; }
  bool IsMain(PolyId poly) const { return Component(poly).IsAmongMain(header().main_zone_count); }

  // The seed's rule (S1.6): legal if the end is in a main zone, or both have the same zone above 0. O(1).
  // Unsound: it lets isolated ground and pits lead to the main zone; used only if named.
  bool LegalBySeed(PolyId from, PolyId to) const;

  // Exact directed reachability. See ReachabilityView::Reaches for its cost.
  bool Reaches(PolyId from, PolyId to, ReachWorkspace& workspace) const {
    return ReachabilityView(arrays_.reach, {arrays_.dag_offsets, arrays_.dag_targets})
        .Reaches(ComponentOf(from), ComponentOf(to), workspace);
  }

 private:
  explicit ZoneView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
  std::span<const uint32_t> more_;  // components of nodes behind those of the arrays
};

}  // namespace waystone
