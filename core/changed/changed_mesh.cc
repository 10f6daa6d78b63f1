#include "core/changed/changed_mesh.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/status_macros.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

absl::StatusOr<ChangedMesh::Arrays> ChangedMesh::Arrays::Of(const MeshSnapshot& baked) {
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
  return Arrays{
      std::move(vertices),         std::move(edges),      std::move(polys),        std::move(detail_vertices),
      std::move(detail_triangles), std::move(tree_boxes), std::move(link_records), std::move(link_rows)};
}

ChangedMesh::ChangedMesh(std::shared_ptr<const MeshSnapshot> baked, Arrays arrays,
                         std::unique_ptr<PrivateBytes> areas)
    : baked_(std::move(baked)),
      baked_polys_(baked_->mesh.poly_count()),
      baked_links_(baked_->links.size()),
      arrays_(std::move(arrays)),
      areas_(std::move(areas)),
      is_changed_((baked_polys_ + 63) / 64) {}

void ChangedMesh::SumAreas() const {
  std::call_once(areas_once_, [this] {
    const std::span<const double> baked = baked_->mesh.arrays().area_prefix_m2;
    auto* const prefix = reinterpret_cast<double*>(areas_->data());
    double sum_m2 = 0;
    std::vector<Vec2> corners;
    for (uint32_t poly = 0; poly < mesh_->poly_count(); ++poly) {
      double area_m2 = 0;
      if (!IsChanged(PolyId(poly))) {
        area_m2 = baked[poly] - (poly == 0 ? 0 : baked[poly - 1]);
      } else if (!IsGone(PolyId(poly))) {
        corners.clear();
        for (const NavEdge& edge : mesh_->edges(PolyId(poly)))
          corners.push_back(Vec3(mesh_->vertex(VertexId(edge.vertex))).Plane());
        area_m2 = std::max(0.0, 0.5 * TwiceArea(corners));
      }
      prefix[poly] = sum_m2 += area_m2;
    }
  });
}

std::vector<PolyId> ChangedMesh::PiecesOf(PolyId baked) const {
  std::vector<PolyId> pieces;
  if (IsGone(baked)) return pieces;
  pieces.push_back(baked);
  const auto found = std::lower_bound(changed_.begin(), changed_.end(), baked);
  if (found == changed_.end() || *found != baked) return pieces;
  const auto index = static_cast<size_t>(found - changed_.begin());
  for (uint32_t i = first_pieces_[index]; i < first_pieces_[index + 1]; ++i)
    pieces.emplace_back(baked_polys_ + i);
  return pieces;
}

std::optional<NavLocation> ChangedMesh::PlaceOf(const NavLocation& baked) const {
  if (!IsChanged(baked.poly)) return baked;
  std::optional<PolyId> nearest;
  double least_sq_m2 = mesh_->tolerance_m() * mesh_->tolerance_m();
  for (const PolyId piece : PiecesOf(baked.poly)) {
    const PlaneHit hit = ClosestInPlane(*mesh_, piece, baked.point.Plane());
    if (hit.distance_sq_m2 > least_sq_m2 || (nearest && hit.distance_sq_m2 == least_sq_m2)) continue;
    nearest = piece;
    least_sq_m2 = hit.distance_sq_m2;
  }
  if (!nearest) return std::nullopt;
  return NavLocation{*nearest, baked.point};
}

uint64_t ChangedMesh::HeapBytes() const {
  return waystone::HeapBytes(arrays_.vertices, arrays_.edges, arrays_.polys, arrays_.detail_vertices,
                             arrays_.detail_triangles, arrays_.tree_boxes, arrays_.link_records,
                             arrays_.link_rows, is_changed_, changed_, first_pieces_, parents_,
                             copied_links_) +
         mesh_->poly_count() * sizeof(double);
}

}  // namespace waystone
