#include "core/changed/mesh_snapshot.h"

#include <algorithm>
#include <optional>
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

absl::StatusOr<MeshArrays> MeshSnapshot::TakeArrays() const {
  if (std::optional<MeshArrays> used = spare->Take()) return *std::move(used);
  const NavmeshArrays& baked = mesh.arrays();
  const SharedArrays& shared = *arrays;
  WS_ASSIGN_OR_RETURN(auto own_vertices, PatchedArray<Vec3f>::Make(shared, vertices, baked.vertices.size()));
  WS_ASSIGN_OR_RETURN(auto own_edges, PatchedArray<NavEdge>::Make(shared, edges, baked.edges.size()));
  WS_ASSIGN_OR_RETURN(auto own_polys, PatchedArray<NavPoly>::Make(shared, polys, baked.polys.size()));
  WS_ASSIGN_OR_RETURN(auto own_detail_vertices,
                      PatchedArray<Vec3f>::Make(shared, detail_vertices, baked.detail_vertices.size()));
  WS_ASSIGN_OR_RETURN(
      auto own_detail_triangles,
      PatchedArray<NavDetailTriangle>::Make(shared, detail_triangles, baked.detail_triangles.size()));
  WS_ASSIGN_OR_RETURN(auto own_tree_boxes, PatchedArray<NavBox>::Make(shared, tree_boxes, tree_box_count));
  WS_ASSIGN_OR_RETURN(auto own_link_records, PatchedArray<NavLink>::Make(shared, link_records, links.size()));
  const size_t rows = links.size() == 0 ? 0 : mesh.poly_count();
  WS_ASSIGN_OR_RETURN(auto own_link_rows, PatchedArray<uint32_t>::Make(shared, link_rows, rows));
  const size_t most_polys = size_t{mesh.poly_count()} + kMostAdded;
  WS_ASSIGN_OR_RETURN(auto areas, PrivateBytes::MakeZeros(most_polys * sizeof(double)));
  return MeshArrays{std::move(own_vertices),
                    std::move(own_edges),
                    std::move(own_polys),
                    std::move(own_detail_vertices),
                    std::move(own_detail_triangles),
                    std::move(own_tree_boxes),
                    std::move(own_link_records),
                    std::move(own_link_rows),
                    std::move(areas)};
}

}  // namespace waystone
