#include "tests/oracle/detour_tile_set.h"

#include <cstdint>

namespace waystone {
namespace {

void Append(std::vector<std::byte>& out, const void* data, size_t size) {
  const auto* begin = static_cast<const std::byte*>(data);
  out.insert(out.end(), begin, begin + size);
}

}  // namespace

std::vector<std::byte> SaveTileSet(const dtNavMesh& mesh) {
  std::vector<std::byte> out;
  std::vector<const dtMeshTile*> tiles;
  for (int i = 0; i < mesh.getMaxTiles(); ++i) {
    if (mesh.getTile(i)->header != nullptr) tiles.push_back(mesh.getTile(i));
  }
  const int32_t head[3] = {'M' << 24 | 'S' << 16 | 'E' << 8 | 'T', 1, static_cast<int32_t>(tiles.size())};
  Append(out, head, sizeof(head));
  Append(out, mesh.getParams(), sizeof(dtNavMeshParams));
  for (const dtMeshTile* tile : tiles) {
    const uint32_t ref = mesh.getTileRef(tile);
    Append(out, &ref, sizeof(ref));
    Append(out, &tile->dataSize, sizeof(int32_t));
    Append(out, tile->data, static_cast<size_t>(tile->dataSize));
  }
  return out;
}

}  // namespace waystone
