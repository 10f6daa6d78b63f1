// The contraction hierarchy of a loaded navmesh.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/navmesh/hierarchy_format.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

inline constexpr uint32_t kNoHierarchyArc = 0xffffffffU;

// Owned: what the baker writes.
struct HierarchyData {
  HierarchyHeader header{};
  std::vector<RouteNode> nodes;     // those contracted last come first
  std::vector<uint32_t> poly_rows;  // polygons + 1: nodes of polygon p are poly_nodes[poly_rows[p] ..)
  std::vector<HierarchyNodeId> poly_nodes;  // links are in the rows of both their polygons
  std::vector<uint32_t> arc_rows;           // nodes + 1
  std::vector<HierarchyArc> arcs;           // to nodes contracted later
  std::vector<uint8_t> strings;             // corridors
};

// A const view over the sections, or over a HierarchyData. Trivially copied; does not own; any thread. Only
// Create makes one. It checks that every index is in range; whether arcs and corridors fit the mesh is
// checked as they are followed.
class HierarchyView {
 public:
  struct Arrays {
    HierarchyHeader header{};
    std::span<const RouteNode> nodes;
    std::span<const uint32_t> poly_rows;
    std::span<const HierarchyNodeId> poly_nodes;
    std::span<const uint32_t> arc_rows;
    std::span<const HierarchyArc> arcs;
    std::span<const uint8_t> strings;
  };

  // DataLoss naming the array, the index and the rule broken. O(n).
  static absl::StatusOr<HierarchyView> Create(const Arrays& arrays, const NavmeshView& mesh,
                                              const LinkView& links);
  static absl::StatusOr<HierarchyView> Create(const HierarchyData& data, const NavmeshView& mesh,
                                              const LinkView& links);

  const HierarchyHeader& header() const { return arrays_.header; }
  std::span<const RouteNode> nodes() const { return arrays_.nodes; }
  std::span<const uint8_t> strings() const { return arrays_.strings; }
  std::span<const HierarchyArc> arcs() const { return arrays_.arcs; }

  // REQUIRES (all below): indices in range.
  const RouteNode& node(HierarchyNodeId id) const { return arrays_.nodes[id.value()]; }
  std::span<const HierarchyNodeId> NodesOf(PolyId poly) const {
    const uint32_t first = arrays_.poly_rows[poly.value()];
    return arrays_.poly_nodes.subspan(first, arrays_.poly_rows[poly.value() + 1] - first);
  }
  uint32_t FirstArc(HierarchyNodeId node) const { return arrays_.arc_rows[node.value()]; }
  // The arc in a node's row to a target, that may be travelled in the direction (kArc*): of several the
  // cheapest; kNoHierarchyArc if there is none. O(arcs of the row).
  uint32_t FindArc(HierarchyNodeId row, HierarchyNodeId target, uint32_t direction) const;
  std::span<const HierarchyArc> ArcsOf(HierarchyNodeId node) const {
    const uint32_t first = FirstArc(node);
    return arrays_.arcs.subspan(first, arrays_.arc_rows[node.value() + 1] - first);
  }

 private:
  explicit HierarchyView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
};

}  // namespace waystone
