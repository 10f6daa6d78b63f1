#include "core/changed/mesh_arrays.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/changed/mesh_snapshot.h"

namespace waystone {

absl::StatusOr<MeshArrays> MeshArrays::Of(const MeshSnapshot& baked) {
  const NavmeshArrays& arrays = baked.mesh.arrays();
  const SharedArrays& shared = *baked.arrays;
  WS_ASSIGN_OR_RETURN(auto vertices,
                      PatchedArray<Vec3f>::Make(shared, baked.vertices, arrays.vertices.size()));
  WS_ASSIGN_OR_RETURN(auto edges, PatchedArray<NavEdge>::Make(shared, baked.edges, arrays.edges.size()));
  WS_ASSIGN_OR_RETURN(auto polys, PatchedArray<NavPoly>::Make(shared, baked.polys, arrays.polys.size()));
  WS_ASSIGN_OR_RETURN(auto detail_vertices, PatchedArray<Vec3f>::Make(shared, baked.detail_vertices,
                                                                      arrays.detail_vertices.size()));
  WS_ASSIGN_OR_RETURN(
      auto detail_triangles,
      PatchedArray<NavDetailTriangle>::Make(shared, baked.detail_triangles, arrays.detail_triangles.size()));
  WS_ASSIGN_OR_RETURN(auto tree_boxes,
                      PatchedArray<NavBox>::Make(shared, baked.tree_boxes, baked.tree_box_count));
  WS_ASSIGN_OR_RETURN(auto link_records,
                      PatchedArray<NavLink>::Make(shared, baked.link_records, baked.links.size()));
  const size_t rows = baked.links.size() == 0 ? 0 : baked.mesh.poly_count();
  WS_ASSIGN_OR_RETURN(auto link_rows, PatchedArray<uint32_t>::Make(shared, baked.link_rows, rows));
  const size_t most_polys = size_t{baked.mesh.poly_count()} + MeshSnapshot::kMostAdded;
  WS_ASSIGN_OR_RETURN(auto areas, PrivateBytes::MakeZeros(most_polys * sizeof(double)));
  return MeshArrays{std::move(vertices),
                    std::move(edges),
                    std::move(polys),
                    std::move(detail_vertices),
                    std::move(detail_triangles),
                    std::move(tree_boxes),
                    std::move(link_records),
                    std::move(link_rows),
                    std::move(areas)};
}

void MeshArrays::Restore() {
  vertices.Restore();
  edges.Restore();
  polys.Restore();
  detail_vertices.Restore();
  detail_triangles.Restore();
  tree_boxes.Restore();
  link_records.Restore();
  link_rows.Restore();
}

uint64_t MeshArrays::HeapBytes() const {
  return waystone::HeapBytes(vertices, edges, polys, detail_vertices, detail_triangles, tree_boxes,
                             link_records, link_rows);
}

std::optional<MeshArrays> SpareArrays::Take() {
  const std::lock_guard lock(mutex_);
  if (arrays_.empty()) return std::nullopt;
  std::optional<MeshArrays> taken = std::move(arrays_.back());
  arrays_.pop_back();
  return taken;
}

void SpareArrays::Give(MeshArrays arrays) {
  if (arrays.are_areas_summed || arrays.HeapBytes() > kMostBytes) return;
  arrays.Restore();
  const std::lock_guard lock(mutex_);
  if (arrays_.size() < kMost) arrays_.push_back(std::move(arrays));
}

}  // namespace waystone
