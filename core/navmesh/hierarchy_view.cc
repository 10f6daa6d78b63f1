#include "core/navmesh/hierarchy_view.h"

#include <cmath>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

absl::Status Broken(std::string_view array, size_t index, std::string_view rule) {
  return absl::DataLossError(StrCat("hierarchy ", array, "[", index, "]: ", rule));
}

absl::Status CheckRows(std::string_view array, std::span<const uint32_t> rows, size_t row_count,
                       size_t entry_count) {
  if (rows.size() != row_count + 1) return absl::DataLossError(StrCat("hierarchy ", array, ": row missing"));
  if (rows.front() != 0 || rows.back() != entry_count) return Broken(array, 0, "does not cover its entries");
  for (size_t i = 0; i < row_count; ++i) {
    if (rows[i] > rows[i + 1]) return Broken(array, i + 1, "not monotone");
  }
  return absl::OkStatus();
}

absl::Status CheckHeader(const HierarchyView::Arrays& a) {
  const HierarchyHeader& h = a.header;
  if (h.node_count != a.nodes.size() || h.arc_count != a.arcs.size() ||
      h.node_place_count != a.poly_nodes.size() || h.string_bytes != a.strings.size()) {
    return absl::DataLossError("hierarchy header: counts differ from the arrays");
  }
  if (h.node_count > kHierarchyMaxIndex) return absl::DataLossError("hierarchy header: too many nodes");
  if (!(h.spacing_m > 0 && std::isfinite(h.spacing_m))) {
    return absl::DataLossError("hierarchy header: bad spacing");
  }
  for (const uint32_t word : h.reserved) {
    if (word != 0) return absl::DataLossError("hierarchy header: reserved words are not zero");
  }
  return absl::OkStatus();
}

absl::Status CheckNodes(const HierarchyView::Arrays& a, const NavmeshView& mesh, const LinkView& links) {
  const std::span<const NavEdge> edges = mesh.arrays().edges;
  for (size_t i = 0; i < a.nodes.size(); ++i) {
    const RouteNode& node = a.nodes[i];
    if (!std::isfinite(node.x) || !std::isfinite(node.z)) return Broken("nodes", i, "not finite");
    const bool is_link = node.kind() == RouteNodeKind::kLink;
    if (node.index() >= (is_link ? links.size() : edges.size())) return Broken("nodes", i, "out of range");
    const bool on_side = node.kind() == RouteNodeKind::kPoint || node.kind() == RouteNodeKind::kOneWayPoint;
    if (on_side && edges[node.index()].twin == kNoEdge) return Broken("nodes", i, "on a border");
  }
  for (size_t i = 0; i < a.poly_nodes.size(); ++i) {
    if (a.poly_nodes[i].value() >= a.nodes.size()) return Broken("poly nodes", i, "out of range");
  }
  return absl::OkStatus();
}

absl::Status CheckArc(const HierarchyView::Arrays& a, const HierarchyArc& arc, uint32_t poly_count,
                      size_t i) {
  if (arc.node().value() >= a.nodes.size()) return Broken("arcs", i, "target out of range");
  if (arc.directions() == 0) return Broken("arcs", i, "leads nowhere");
  if (!(arc.cost_m >= 0 && std::isfinite(arc.cost_m))) return Broken("arcs", i, "bad cost");
  switch (arc.kind()) {
    case ArcWay::kPoly:
      return arc.index() < poly_count ? absl::OkStatus() : Broken("arcs", i, "polygon out of range");
    case ArcWay::kVia:
      return arc.index() < a.nodes.size() ? absl::OkStatus() : Broken("arcs", i, "node out of range");
    case ArcWay::kString: {
      if (arc.index() + size_t{2} > a.strings.size()) return Broken("arcs", i, "corridor out of range");
      const uint32_t sides = a.strings[arc.index() + 1];
      if (sides == 0 || sides > kMaxStringSides) return Broken("arcs", i, "corridor of a wrong length");
      if (arc.index() + size_t{2} + sides > a.strings.size()) return Broken("arcs", i, "corridor cut off");
      return absl::OkStatus();
    }
  }
  return Broken("arcs", i, "unknown kind");
}

}  // namespace

uint32_t HierarchyView::FindArc(HierarchyNodeId row, HierarchyNodeId target, uint32_t direction) const {
  const std::span<const HierarchyArc> arcs = ArcsOf(row);
  uint32_t found = kNoHierarchyArc;
  for (uint32_t i = 0; i < arcs.size(); ++i) {
    if (arcs[i].node() != target || (arcs[i].directions() & direction) == 0) continue;
    const uint32_t arc = FirstArc(row) + i;
    if (found == kNoHierarchyArc || arcs[i].cost_m < arrays_.arcs[found].cost_m) found = arc;
  }
  return found;
}

absl::StatusOr<HierarchyView> HierarchyView::Create(const Arrays& arrays, const NavmeshView& mesh,
                                                    const LinkView& links) {
  WS_RETURN_IF_ERROR(CheckHeader(arrays));
  const size_t row_polys = arrays.header.node_count == 0 ? 0 : mesh.poly_count();
  WS_RETURN_IF_ERROR(CheckRows("poly rows", arrays.poly_rows, row_polys, arrays.poly_nodes.size()));
  WS_RETURN_IF_ERROR(CheckRows("arc rows", arrays.arc_rows, arrays.nodes.size(), arrays.arcs.size()));
  WS_RETURN_IF_ERROR(CheckNodes(arrays, mesh, links));
  for (size_t i = 0; i < arrays.arcs.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckArc(arrays, arrays.arcs[i], mesh.poly_count(), i));
  }
  return HierarchyView(arrays);
}

absl::StatusOr<HierarchyView> HierarchyView::Create(const HierarchyData& data, const NavmeshView& mesh,
                                                    const LinkView& links) {
  return Create(Arrays{data.header, data.nodes, data.poly_rows, data.poly_nodes, data.arc_rows, data.arcs,
                       data.strings},
                mesh, links);
}

}  // namespace waystone
