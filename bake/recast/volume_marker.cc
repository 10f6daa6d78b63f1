#include "bake/recast/volume_marker.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace waystone {
namespace {

// Cells of one axis of a tile's field: [begin, end).
struct CellRange {
  int begin = 0;
  int end = 0;
};

// One axis: cells of the field from `first_cell` of the map on, whose middles may lie in [low_m, high_m].
CellRange CellsIn(double low_m, double high_m, double origin_m, int64_t first_cell,
                  const VoxelSettings& settings) {
  const auto first = static_cast<double>(first_cell);
  const double count = settings.field_cells();
  const double begin = std::floor((low_m - origin_m) / settings.cell_size_m - first) - 1;
  const double end = std::ceil((high_m - origin_m) / settings.cell_size_m - first) + 1;
  return {static_cast<int>(std::clamp(begin, 0.0, count)), static_cast<int>(std::clamp(end, 0.0, count))};
}

}  // namespace

void MarkVolumes(std::span<const IndexedVolume> volumes, const TileGrid& grid, uint32_t tile_x,
                 uint32_t tile_z, int64_t base_cell, const VoxelSettings& settings,
                 rcCompactHeightfield& field) {
  const int64_t first_x = grid.first_cell_x + int64_t{tile_x} * settings.tile_cells - settings.margin_cells;
  const int64_t first_z = grid.first_cell_z + int64_t{tile_z} * settings.tile_cells - settings.margin_cells;
  const auto middle = [&](double origin_m, int64_t cell) {
    return origin_m + (static_cast<double>(cell) + 0.5) * settings.cell_size_m;
  };
  std::vector<uint8_t> without_scenes;
  for (const IndexedVolume& indexed : volumes) {
    if (indexed.keeps_ground && without_scenes.empty())
      without_scenes.assign(field.areas, field.areas + field.spanCount);
    const Aabb& bounds = indexed.volume->bounds;
    const CellRange xs = CellsIn(bounds.min.x, bounds.max.x, grid.origin.x, first_x, settings);
    const CellRange zs = CellsIn(bounds.min.z, bounds.max.z, grid.origin.z, first_z, settings);
    for (int z = zs.begin; z < zs.end; ++z) {
      for (int x = xs.begin; x < xs.end; ++x) {
        Vec3 at{middle(grid.origin.x, first_x + x), 0, middle(grid.origin.z, first_z + z)};
        const rcCompactCell& cell = field.cells[x + z * field.width];
        const uint32_t end = uint32_t{cell.index} + cell.count;
        for (uint32_t i = cell.index; i < end; ++i) {
          const bool may_return = indexed.keeps_ground == true && without_scenes[i] != RC_NULL_AREA;
          if (field.areas[i] == RC_NULL_AREA && !may_return) continue;
          const int64_t floor_cell = base_cell + field.spans[i].y - 1;
          at.y = grid.origin.y + static_cast<double>(floor_cell) * settings.cell_height_m;
          if (!indexed.volume->Contains(at)) continue;
          const uint8_t of_scene = may_return ? without_scenes[i] : RC_NULL_AREA;
          field.areas[i] = indexed.keeps_ground ? of_scene : indexed.area;
        }
      }
    }
  }
}

}  // namespace waystone
