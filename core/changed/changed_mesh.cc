#include "core/changed/changed_mesh.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/status_macros.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {

ChangedMesh::ChangedMesh(std::shared_ptr<const MeshSnapshot> baked, MeshArrays arrays)
    : baked_(std::move(baked)),
      baked_polys_(baked_->mesh.poly_count()),
      baked_links_(baked_->links.size()),
      arrays_(std::move(arrays)),
      is_changed_((baked_polys_ + 63) / 64) {}

ChangedMesh::~ChangedMesh() { baked_->spare->Give(std::move(arrays_)); }

absl::Status ChangedMesh::SumAreas(const Deadline& deadline) const {
  constexpr uint32_t kAtOnce = 8192;  // [polygons] other threads wait for no more
  bool are_all_summed = false;
  while (!are_all_summed) {
    WS_RETURN_IF_ERROR(CheckInTime(deadline));
    const std::lock_guard lock(areas_mutex_);
    SumAreasUntil(std::min(mesh_->poly_count(), summed_polys_ + kAtOnce));
    are_all_summed = summed_polys_ == mesh_->poly_count();
  }
  return absl::OkStatus();
}

void ChangedMesh::SumAreasUntil(uint32_t end) const {
  const std::span<const double> baked = baked_->mesh.arrays().area_prefix_m2;
  auto* const prefix = reinterpret_cast<double*>(arrays_.areas->data());
  arrays_.are_areas_summed = true;
  double sum_m2 = summed_polys_ == 0 ? 0 : prefix[summed_polys_ - 1];
  std::vector<Vec2> corners;
  for (uint32_t& poly = summed_polys_; poly < end; ++poly) {
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
  return arrays_.HeapBytes() +
         waystone::HeapBytes(is_changed_, changed_, first_pieces_, parents_, copied_links_) +
         mesh_->poly_count() * sizeof(double);
}

}  // namespace waystone
