// One tile of a navmesh as Detour's bytes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The lattice on which Detour wants corners, and where the tiles lie on it.
struct DetourLattice {
  Vec3 origin;             // [m] the corner of tile (0, 0)
  double tile_size_m = 0;  // of a tile's side
  double cell_size_m = 0;
  double cell_height_m = 0;
  bool exact = true;  // corners must lie on the lattice in the plane
};

// The lattice of a tiled bake, or a fine one over the whole mesh as a single tile.
DetourLattice LatticeOf(const NavmeshView& mesh);

struct FreeDetourBytes {
  void operator()(unsigned char* bytes) const;
};

struct DetourTileBytes {
  std::unique_ptr<unsigned char, FreeDetourBytes> bytes;
  int size = 0;
};

// The tile of `polys`, which all have the same tile_x and tile_z; polygon k of the result is polys[k].
// InvalidArgument as DetourMesh::Create.
absl::StatusOr<DetourTileBytes> MakeDetourTile(const NavmeshView& mesh, const DetourLattice& lattice,
                                               std::span<const PolyId> polys);

}  // namespace waystone
