#include "core/surface/waypoint/waypoint_fit.h"

#include "core/base/str_cat.h"

namespace waystone {

absl::Status CheckWaypointsFit(const WaypointView& graph, const NavmeshView& mesh, const LinkView& links) {
  if (graph.size() != mesh.poly_count()) {
    return absl::DataLossError(
        StrCat("waypoint header: ", graph.size(), " nodes on ", mesh.poly_count(), " polygons"));
  }
  if (graph.arcs().size() != links.size()) {
    return absl::DataLossError(
        StrCat("waypoint header: ", graph.arcs().size(), " arcs for ", links.size(), " links"));
  }
  for (PolyId node(0); node.value() < graph.size(); ++node) {
    for (LinkId i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      const WaypointArc& arc = graph.arc(i);
      const NavLink& link = links.link(i);
      const bool fits = link.start_poly == node.value() && link.end_poly == arc.target.value() &&
                        link.cost_m == arc.cost_m && link.abilities == graph.needs()[arc.needs] &&
                        (link.kind == LinkKind::kWalk) == (arc.is_walk != 0);
      if (!fits) return absl::DataLossError(StrCat("waypoint arcs[", i.value(), "]: differs from the link"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckKeyPointsAreNodes(const SkeletonView& skeleton, size_t nodes) {
  if (skeleton.size() != nodes) {
    return absl::DataLossError(
        StrCat("skeleton header: ", skeleton.size(), " key points of ", nodes, " nodes"));
  }
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    if (skeleton.key_point(KeyPointId(k)).poly == k) continue;
    return absl::DataLossError(StrCat("skeleton key points[", k, "]: is not node ", k));
  }
  return absl::OkStatus();
}

}  // namespace waystone
