#include "core/changed/mesh_snapshot.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "core/base/status_macros.h"
#include "core/navmesh/box_tree.h"

namespace waystone {

absl::StatusOr<std::shared_ptr<const MeshSnapshot>> MeshSnapshot::Make(const NavmeshView& mesh,
                                                                       const LinkView& links) {
  auto out = std::shared_ptr<MeshSnapshot>(new MeshSnapshot{.mesh = mesh, .links = links});
  const NavmeshArrays& arrays = mesh.arrays();
  out->header = arrays.header;
  const std::vector<NavBox> boxes = WithEmptyLeaves(arrays, kMostAdded, out->header);
  out->tree_box_count = boxes.size();
  std::vector<uint32_t> rows;
  for (uint32_t poly = 0; links.size() > 0 && poly < mesh.poly_count(); ++poly)
    rows.push_back(links.FirstOf(PolyId(poly)).value());
  WS_ASSIGN_OR_RETURN(std::unique_ptr<SharedArrays> shared, SharedArrays::Make());
  WS_ASSIGN_OR_RETURN(out->vertices, shared->Add(std::as_bytes(arrays.vertices)));
  WS_ASSIGN_OR_RETURN(out->edges, shared->Add(std::as_bytes(arrays.edges)));
  WS_ASSIGN_OR_RETURN(out->polys, shared->Add(std::as_bytes(arrays.polys)));
  WS_ASSIGN_OR_RETURN(out->detail_vertices, shared->Add(std::as_bytes(arrays.detail_vertices)));
  WS_ASSIGN_OR_RETURN(out->detail_triangles, shared->Add(std::as_bytes(arrays.detail_triangles)));
  WS_ASSIGN_OR_RETURN(out->tree_boxes, shared->Add(std::as_bytes(std::span(boxes))));
  WS_ASSIGN_OR_RETURN(out->link_records, shared->Add(std::as_bytes(links.all())));
  WS_ASSIGN_OR_RETURN(out->link_rows, shared->Add(std::as_bytes(std::span(rows))));
  out->arrays = std::move(shared);
  for (uint32_t e = 0; e < arrays.edges.size(); ++e) {
    const uint32_t twin = arrays.edges[e].twin;
    if (twin != kNoEdge && arrays.edges[twin].twin != e) out->one_way.push_back({arrays.edges[twin].poly, e});
  }
  std::sort(out->one_way.begin(), out->one_way.end());
  return out;
}

}  // namespace waystone
