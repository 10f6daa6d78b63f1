#include "core/changed/changed_mesh.h"

#include <algorithm>
#include <limits>

#include "core/navmesh/surface_queries.h"

namespace waystone {

ChangedMesh::ChangedMesh(const NavmeshView& baked, const LinkView& links)
    : baked_polys_(baked.poly_count()),
      baked_links_(links.size()),
      vertices_(baked.arrays().vertices),
      edges_(baked.arrays().edges),
      polys_(baked.arrays().polys),
      detail_vertices_(baked.arrays().detail_vertices),
      detail_triangles_(baked.arrays().detail_triangles),
      link_records_(links.all()),
      is_changed_((baked.poly_count() + 63) / 64) {}

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
  return waystone::HeapBytes(vertices_, edges_, polys_, detail_vertices_, detail_triangles_, tree_boxes_,
                             area_prefix_m2_, link_records_, link_rows_, is_changed_, changed_, first_pieces_,
                             parents_, copied_links_);
}

}  // namespace waystone
