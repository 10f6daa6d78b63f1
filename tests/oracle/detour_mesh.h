// Detour (Mononen, Debian's librecast) on the polygons of a navmesh: the peer in tests and benchmarks.
#pragma once

#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshQuery.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/ids.h"
#include "core/geom/vec.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// A dtNavMesh of the same tiles, polygons, corners (to the last bit) and detail triangles, and which polygon
// is which. Owns the dtNavMesh; does not need the view once made. Reading it is thread-safe as far as
// Detour's is.
class DetourMesh {
 public:
  // InvalidArgument where Detour cannot hold the mesh: a polygon of more than 6 corners (splits on tile
  // borders aside), neighbours over part of a side within a tile, corners off the lattice of the tiles'
  // cells, or more polygons than its 16 and 22 bit indices reach.
  static absl::StatusOr<DetourMesh> Create(const NavmeshView& mesh);

  const dtNavMesh& nav() const { return *nav_; }
  dtPolyRef Ref(PolyId poly) const { return refs_[poly.value()]; }
  // REQUIRES: `ref` is one of this mesh.
  PolyId Poly(dtPolyRef ref) const {
    return tiles_[nav_->decodePolyIdTile(ref)][nav_->decodePolyIdPoly(ref)];
  }

  // A query object over nav() with a pool of `max_nodes` search nodes [1-65,535]; for one thread.
  using Query = std::unique_ptr<dtNavMeshQuery, void (*)(dtNavMeshQuery*)>;
  Query NewQuery(int max_nodes) const;

 private:
  DetourMesh() : nav_(nullptr, &dtFreeNavMesh) {}

  std::unique_ptr<dtNavMesh, void (*)(dtNavMesh*)> nav_;
  std::vector<dtPolyRef> refs_;             // by PolyId
  std::vector<std::vector<PolyId>> tiles_;  // by Detour's tile index, then polygon index
};

}  // namespace waystone
