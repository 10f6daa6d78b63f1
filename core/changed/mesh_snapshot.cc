#include "core/changed/mesh_snapshot.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"

namespace waystone {

absl::StatusOr<std::shared_ptr<const MeshSnapshot>> MeshSnapshot::Make(const NavmeshView& mesh,
                                                                       const LinkView& links) {
  auto out = std::shared_ptr<MeshSnapshot>(new MeshSnapshot{.mesh = mesh, .links = links});
  const NavmeshArrays& arrays = mesh.arrays();
  WS_ASSIGN_OR_RETURN(out->vertices, SharedBytes::Make(std::as_bytes(arrays.vertices)));
  WS_ASSIGN_OR_RETURN(out->edges, SharedBytes::Make(std::as_bytes(arrays.edges)));
  WS_ASSIGN_OR_RETURN(out->polys, SharedBytes::Make(std::as_bytes(arrays.polys)));
  WS_ASSIGN_OR_RETURN(out->detail_vertices, SharedBytes::Make(std::as_bytes(arrays.detail_vertices)));
  WS_ASSIGN_OR_RETURN(out->detail_triangles, SharedBytes::Make(std::as_bytes(arrays.detail_triangles)));
  out->header = arrays.header;
  const std::vector<NavBox> boxes = WithEmptyLeaves(arrays, kMostAdded, out->header);
  WS_ASSIGN_OR_RETURN(out->tree_boxes, SharedBytes::Make(std::as_bytes(std::span(boxes))));
  WS_ASSIGN_OR_RETURN(out->link_records, SharedBytes::Make(std::as_bytes(links.all())));
  std::vector<uint32_t> rows;
  for (uint32_t poly = 0; links.size() > 0 && poly < mesh.poly_count(); ++poly)
    rows.push_back(links.FirstOf(PolyId(poly)).value());
  WS_ASSIGN_OR_RETURN(out->link_rows, SharedBytes::Make(std::as_bytes(std::span(rows))));
  for (uint32_t e = 0; e < arrays.edges.size(); ++e) {
    const uint32_t twin = arrays.edges[e].twin;
    if (twin != kNoEdge && arrays.edges[twin].twin != e) out->one_way.push_back({arrays.edges[twin].poly, e});
  }
  std::sort(out->one_way.begin(), out->one_way.end());
  return out;
}

}  // namespace waystone
