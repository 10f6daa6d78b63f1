#include "core/waypoint/waypoint_view.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(StrCat("waypoint ", parts...));
}

Vec3 At(const WaypointNode& node) { return {node.x, node.y, node.z}; }

absl::Status CheckHeader(const WaypointView::Arrays& a) {
  const WaypointHeader& h = a.header;
  if (h.node_count != a.nodes.size() || h.arc_count != a.arcs.size()) {
    return Broken("header: counts differ from the arrays");
  }
  if (h.landmark_count > kMaxLandmarks || h.landmark_count != a.landmarks.size()) {
    return Broken("header: ", h.landmark_count, " landmarks, the limit is ", kMaxLandmarks);
  }
  if (!(h.landmark_unit_m > 0 && std::isfinite(h.landmark_unit_m))) return Broken("header: bad unit");
  if (!(h.least_cost_per_m >= 0 && h.least_cost_per_m <= 1)) return Broken("header: bad least cost");
  for (const uint32_t word : h.reserved) {
    if (word != 0) return Broken("header: reserved words are not zero");
  }
  if (a.needs.empty() || a.needs.size() > kMaxWaypointNeeds) return Broken("needs: ", a.needs.size());
  if (a.landmark_costs.size() != uint64_t{2} * h.landmark_count * h.node_count) {
    return Broken("landmark costs: ", a.landmark_costs.size(), " numbers");
  }
  for (size_t i = 0; i < a.landmarks.size(); ++i) {
    if (a.landmarks[i].value() >= h.node_count) return Broken("landmarks[", i, "]: no such node");
  }
  return absl::OkStatus();
}

absl::Status CheckNodes(const WaypointView::Arrays& a) {
  for (size_t i = 0; i < a.nodes.size(); ++i) {
    const WaypointNode& n = a.nodes[i];
    if (!At(n).IsFinite()) return Broken("nodes[", i, "]: not finite");
    if (!(n.radius_m >= 0 && std::isfinite(n.radius_m))) return Broken("nodes[", i, "]: bad radius");
  }
  if (a.rows.size() != a.nodes.size() + 1) return Broken("rows: row missing");
  if (a.rows.front() != 0 || a.rows.back() != a.arcs.size()) return Broken("rows[0]: do not cover the arcs");
  for (size_t i = 0; i + 1 < a.rows.size(); ++i) {
    if (a.rows[i] > a.rows[i + 1]) return Broken("rows[", i + 1, "]: not monotone");
  }
  return absl::OkStatus();
}

absl::Status CheckArcs(const WaypointView::Arrays& a) {
  for (size_t source = 0; source < a.nodes.size(); ++source) {
    for (size_t i = a.rows[source]; i < a.rows[source + 1]; ++i) {
      const WaypointArc& arc = a.arcs[i];
      if (arc.target.value() >= a.nodes.size()) return Broken("arcs[", i, "]: target out of range");
      if (arc.target.value() == source) return Broken("arcs[", i, "]: leads to where it begins");
      if (!(arc.cost_m >= 0 && std::isfinite(arc.cost_m))) return Broken("arcs[", i, "]: bad cost");
      if (arc.needs >= a.needs.size()) return Broken("arcs[", i, "]: needs out of range");
      if (arc.is_walk > 1 || arc.reserved[0] != 0 || arc.reserved[1] != 0) {
        return Broken("arcs[", i, "]: unknown flags");
      }
      const double length_m = Distance(At(a.nodes[source]), At(a.nodes[arc.target.value()]));
      if (arc.cost_m < a.header.least_cost_per_m * length_m) {
        return Broken("arcs[", i, "]: costs less than the header says");
      }
    }
  }
  return absl::OkStatus();
}

std::span<const uint16_t> CostsOf(const WaypointView::Arrays& a, size_t node) {
  const size_t stride = size_t{2} * a.header.landmark_count;
  return a.landmark_costs.subspan(node * stride, stride);
}

// Whether a landmark cost at one end of an arc is at most that at the other end plus the arc's cost.
bool Follows(uint16_t cost, uint16_t other, double unit_m, double arc_cost_m) {
  if (other == kNoLandmarkPath) return true;
  return cost != kNoLandmarkPath && (int{cost} - int{other}) * unit_m <= arc_cost_m;  // exact: 17 bits by 24
}

std::string UnitsIn(uint16_t cost) { return cost == kNoLandmarkPath ? "no path" : StrCat(cost, " units"); }

absl::Status DoesNotFollow(const WaypointView::Arrays& a, size_t node, size_t other, size_t arc,
                           size_t column) {
  return Broken("landmark costs: node ", node, ": ", UnitsIn(CostsOf(a, node)[column]),
                column % 2 == 0 ? " from" : " to", " landmark ", column / 2, " (node ",
                a.landmarks[column / 2].value(), "), but ", UnitsIn(CostsOf(a, other)[column]), " at node ",
                other, ", and arcs[", arc, "] costs ", a.arcs[arc].cost_m, " m");
}

// Checks the triangle inequality along every arc. That alone makes the bounds of landmark_bound.h valid:
// along any path their differences add up to no more than its cost, whatever the numbers are.
absl::Status CheckLandmarkCosts(const WaypointView::Arrays& a) {
  for (size_t l = 0; l < a.landmarks.size(); ++l) {
    const std::span<const uint16_t> own = CostsOf(a, a.landmarks[l].value());
    if (own[2 * l] == 0 && own[2 * l + 1] == 0) continue;
    return Broken("landmark costs: node ", a.landmarks[l].value(), ": not 0, but landmark ", l,
                  " stands there");
  }
  const auto unit_m = static_cast<double>(a.header.landmark_unit_m);
  for (size_t source = 0; source < a.nodes.size(); ++source) {
    const std::span<const uint16_t> here = CostsOf(a, source);
    for (size_t i = a.rows[source]; i < a.rows[source + 1]; ++i) {
      const size_t target = a.arcs[i].target.value();
      const auto cost_m = static_cast<double>(a.arcs[i].cost_m);
      const std::span<const uint16_t> there = CostsOf(a, target);
      for (size_t k = 0; k < here.size(); k += 2) {
        if (!Follows(there[k], here[k], unit_m, cost_m)) return DoesNotFollow(a, target, source, i, k);
        const size_t to = k + 1;
        if (!Follows(here[to], there[to], unit_m, cost_m)) return DoesNotFollow(a, source, target, i, to);
      }
    }
  }
  return absl::OkStatus();
}

bool IsEqual(const WaypointBox& a, const WaypointBox& b) {
  return std::equal(a.min, a.min + 3, b.min) && std::equal(a.max, a.max + 3, b.max);
}

void Extend(WaypointBox& box, const WaypointBox& by) {
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] = std::min(box.min[axis], by.min[axis]);
    box.max[axis] = std::max(box.max[axis], by.max[axis]);
  }
}

WaypointBox BoxOf(const WaypointNode& n) { return {{n.x, n.y, n.z}, {n.x, n.y, n.z}}; }

}  // namespace

std::vector<WaypointBox> MakeWaypointBoxes(std::span<const WaypointNode> nodes,
                                           std::span<const uint32_t> rows,
                                           std::span<const WaypointArc> arcs) {
  std::vector<WaypointBox> boxes;
  if (nodes.empty()) return boxes;
  for (size_t n = 0; n < nodes.size(); ++n) {
    if (n % kWaypointBoxArity == 0) boxes.push_back(BoxOf(nodes[n]));
    Extend(boxes.back(), BoxOf(nodes[n]));
    for (size_t i = rows[n]; i < rows[n + 1]; ++i) {
      if (arcs[i].is_walk != 0) Extend(boxes.back(), BoxOf(nodes[arcs[i].target.value()]));
    }
  }
  for (size_t first = 0; boxes.size() - first > 1;) {
    const size_t end = boxes.size();
    for (size_t i = first; i < end; ++i) {
      const WaypointBox below = boxes[i];
      if ((i - first) % kWaypointBoxArity == 0) boxes.push_back(below);
      Extend(boxes.back(), below);
    }
    first = end;
  }
  return boxes;
}

absl::StatusOr<WaypointView> WaypointView::Create(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(CheckHeader(arrays));
  WS_RETURN_IF_ERROR(CheckNodes(arrays));
  WS_RETURN_IF_ERROR(CheckArcs(arrays));
  WS_RETURN_IF_ERROR(CheckLandmarkCosts(arrays));
  const std::vector<WaypointBox> boxes = MakeWaypointBoxes(arrays.nodes, arrays.rows, arrays.arcs);
  if (!std::equal(boxes.begin(), boxes.end(), arrays.boxes.begin(), arrays.boxes.end(), IsEqual)) {
    return Broken("boxes: not those around the nodes");
  }
  return WaypointView(arrays);
}

absl::StatusOr<WaypointView> WaypointView::Create(const WaypointData& data) {
  return Create(Arrays{data.header, data.nodes, data.rows, data.arcs, data.needs, data.landmarks,
                       data.landmark_costs, data.boxes});
}

PolyId WaypointView::SourceOf(LinkId arc) const {
  const auto after = std::upper_bound(arrays_.rows.begin(), arrays_.rows.end(), arc.value());
  return PolyId(static_cast<uint32_t>(after - arrays_.rows.begin()) - 1);
}

}  // namespace waystone
