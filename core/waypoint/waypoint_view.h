// The graph of waypoints of a loaded map.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/geom/vec.h"
#include "core/waypoint/waypoint_format.h"

namespace waystone {

// Owned data, as the baker writes it.
struct WaypointData {
  WaypointHeader header{};
  std::vector<WaypointNode> nodes;
  std::vector<uint32_t> rows;  // nodes + 1: the arcs of node k are arcs[rows[k] .. rows[k + 1])
  std::vector<WaypointArc> arcs;
  std::vector<uint64_t> needs;  // masks: bit k for ability k of the manifest
  std::vector<PolyId> landmarks;
  // Per node and landmark l, in header.landmark_unit_m, each arc rounded down: at 2 l the cost from the
  // landmark, at 2 l + 1 the cost to it, with all abilities; kNoLandmarkPath if there is no path. Along an
  // arc they differ by no more than its cost, so every bound made of them is valid.
  std::vector<uint16_t> landmark_costs;
  // Level by level from the lowest, each over kWaypointBoxArity nodes or boxes in order; the last level is
  // one box. Empty if there are no nodes.
  std::vector<WaypointBox> boxes;
};

// A const view over the sections, or over a WaypointData. Trivially copied; does not own; any thread. Only
// Create makes one, so that every view has passed the structure check.
class WaypointView {
 public:
  struct Arrays {
    WaypointHeader header{};
    std::span<const WaypointNode> nodes;
    std::span<const uint32_t> rows;
    std::span<const WaypointArc> arcs;
    std::span<const uint64_t> needs;
    std::span<const PolyId> landmarks;
    std::span<const uint16_t> landmark_costs;
    std::span<const WaypointBox> boxes;
  };

  // DataLoss naming the array, the index and the rule broken. O(nodes + arcs x landmarks).
  static absl::StatusOr<WaypointView> Create(const Arrays& arrays);
  static absl::StatusOr<WaypointView> Create(const WaypointData& data);

  const WaypointHeader& header() const { return arrays_.header; }
  uint32_t size() const { return arrays_.header.node_count; }
  std::span<const WaypointNode> nodes() const { return arrays_.nodes; }
  std::span<const WaypointArc> arcs() const { return arrays_.arcs; }
  std::span<const uint64_t> needs() const { return arrays_.needs; }
  std::span<const PolyId> landmarks() const { return arrays_.landmarks; }
  std::span<const WaypointBox> boxes() const { return arrays_.boxes; }

  // REQUIRES (all below): ids in range.
  const WaypointNode& node(PolyId id) const { return arrays_.nodes[id.value()]; }
  // [m] map-local.
  Vec3 Position(PolyId id) const { return {node(id).x, node(id).y, node(id).z}; }
  const WaypointArc& arc(LinkId id) const { return arrays_.arcs[id.value()]; }
  LinkId FirstArc(PolyId node) const { return LinkId(arrays_.rows[node.value()]); }
  LinkId EndArc(PolyId node) const { return LinkId(arrays_.rows[node.value() + 1]); }
  // O(log nodes).
  PolyId SourceOf(LinkId arc) const;
  // Whether an agent with these abilities (bit k: ability k of the manifest) may use the arc.
  bool MayUse(const WaypointArc& arc, uint64_t abilities) const {
    return (arrays_.needs[arc.needs] & ~abilities) == 0;
  }
  // The costs of a node, two for each landmark.
  std::span<const uint16_t> LandmarkCosts(PolyId node) const {
    const size_t stride = size_t{2} * arrays_.header.landmark_count;
    return arrays_.landmark_costs.subspan(node.value() * stride, stride);
  }

 private:
  explicit WaypointView(const Arrays& arrays) : arrays_(arrays) {}
  Arrays arrays_;
};

// The boxes around `nodes` and the walked arcs, for WaypointData::boxes. O(n).
std::vector<WaypointBox> MakeWaypointBoxes(std::span<const WaypointNode> nodes,
                                           std::span<const uint32_t> rows, std::span<const WaypointArc> arcs);

}  // namespace waystone
