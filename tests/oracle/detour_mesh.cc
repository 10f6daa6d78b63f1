#include "tests/oracle/detour_mesh.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "core/base/check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "tests/oracle/detour_tile.h"

namespace waystone {
namespace {

using TilePolys = std::map<std::pair<uint16_t, uint16_t>, std::vector<PolyId>>;

TilePolys GroupByTile(const NavmeshView& mesh) {
  TilePolys tiles;
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const NavPoly& poly = mesh.poly(PolyId(i));
    tiles[{poly.tile_x, poly.tile_z}].push_back(PolyId(i));
  }
  return tiles;
}

int BitsFor(size_t count) { return std::bit_width(std::bit_ceil(std::max<size_t>(count, 2))) - 1; }

}  // namespace

absl::StatusOr<DetourMesh> DetourMesh::Create(const NavmeshView& mesh) {
  if (mesh.poly_count() == 0) return absl::InvalidArgumentError("Detour cannot hold an empty mesh");
  const DetourLattice lattice = LatticeOf(mesh);
  const TilePolys tiles = GroupByTile(mesh);
  size_t most_polys = 0;
  for (const auto& [place, polys] : tiles) most_polys = std::max(most_polys, polys.size());
  // Detour keeps at least 10 of the 32 bits of a reference for its salt.
  if (BitsFor(tiles.size()) + BitsFor(most_polys) > 22) {
    return absl::InvalidArgumentError(StrCat("Detour cannot hold ", tiles.size(), " tiles of up to ",
                                             most_polys, " polygons: more than 22 bits"));
  }
  DetourMesh detour;
  detour.nav_.reset(dtAllocNavMesh());
  dtNavMeshParams params{};
  const Vec3f origin = lattice.origin.ToFloat();
  std::copy_n(&origin.x, 3, params.orig);
  params.tileWidth = params.tileHeight = static_cast<float>(lattice.tile_size_m);
  params.maxTiles = 1 << BitsFor(tiles.size());
  params.maxPolys = 1 << BitsFor(most_polys);
  if (dtStatusFailed(detour.nav_->init(&params))) return absl::InternalError("dtNavMesh::init failed");
  detour.refs_.resize(mesh.poly_count());
  detour.tiles_.resize(static_cast<size_t>(params.maxTiles));
  for (const auto& [place, polys] : tiles) {
    WS_ASSIGN_OR_RETURN(DetourTileBytes tile, MakeDetourTile(mesh, lattice, polys));
    dtTileRef ref = 0;
    if (dtStatusFailed(detour.nav_->addTile(tile.bytes.get(), tile.size, DT_TILE_FREE_DATA, 0, &ref))) {
      return absl::InternalError(
          StrCat("dtNavMesh::addTile failed at (", place.first, ", ", place.second, ")"));
    }
    tile.bytes.release();
    const dtPolyRef base = detour.nav_->getPolyRefBase(detour.nav_->getTileByRef(ref));
    for (size_t k = 0; k < polys.size(); ++k)
      detour.refs_[polys[k].value()] = base | static_cast<dtPolyRef>(k);
    detour.tiles_[detour.nav_->decodePolyIdTile(base)] = polys;
  }
  return detour;
}

DetourMesh::Query DetourMesh::NewQuery(int max_nodes) const {
  Query query(dtAllocNavMeshQuery(), &dtFreeNavMeshQuery);
  WS_CHECK(query != nullptr && !dtStatusFailed(query->init(nav_.get(), max_nodes)));
  return query;
}

}  // namespace waystone
