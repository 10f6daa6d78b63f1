#include "bake/scene/scene_layers.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "bake/grid/cell_rectangles.h"
#include "bake/grid/grid_surface.h"
#include "bake/scene/octree.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

class LayerMaker {
 public:
  LayerMaker(SceneId id, const FreeSpace& space, ScenePieces& pieces)
      : id_(id), space_(space), pieces_(pieces), reach_m_(pieces.built().reaches_m[id.value()]) {}

  absl::StatusOr<std::vector<SceneLayer>> Make() {
    const std::vector<int32_t> rows = LayerRows();
    const double voxel_m = space_.field.voxel_m;
    double gap_m = 0;
    for (size_t k = 1; k < rows.size(); ++k) {
      const double between_m = (rows[k] - rows[k - 1]) * voxel_m;
      gap_m = gap_m == 0 ? between_m : std::min(gap_m, between_m);
      reach_m_ = std::max(reach_m_, between_m);
    }
    pieces_.built().layer_gaps_m[id_.value()] = gap_m;
    if (!rows.empty()) {  // down to the floor of the box, and up to its top
      const SceneRecord& record = pieces_.scenes().scene(id_);
      const double lowest_m = space_.MiddleOf({{0, rows.front(), 0}}).y - (record.middle[1] - record.half[1]);
      const double highest_m = record.middle[1] + record.half[1] - space_.MiddleOf({{0, rows.back(), 0}}).y;
      reach_m_ = std::max({reach_m_, 2 * lowest_m, 2 * highest_m});
    }
    for (size_t k = 0; k < rows.size(); ++k) WS_RETURN_IF_ERROR(AddLayer(rows[k], k));
    for (size_t k = 1; k < layers_.size(); ++k) JoinLayers(layers_[k - 1], layers_[k]);
    return std::move(layers_);
  }

 private:
  std::vector<int32_t> LayerRows() const {
    const SceneSettings& settings = pieces_.SettingsOf(id_);
    const SceneRecord& record = pieces_.scenes().scene(id_);
    std::vector<double> heights_m;
    for (const double height_m : settings.layer_heights_m)
      heights_m.push_back(height_m - pieces_.input().origin.y);
    if (heights_m.empty()) {
      const double bottom_m = record.middle[1] - record.half[1];
      const double height_m = 2 * record.half[1];
      const auto count = static_cast<int>(std::max(1.0, std::round(height_m / settings.layer_gap_m)));
      for (int k = 0; k < count; ++k) heights_m.push_back(bottom_m + height_m * (k + 0.5) / count);
    }
    std::vector<int32_t> rows;
    for (const double height_m : heights_m) {
      const auto top = static_cast<int32_t>(space_.field.size.sides[1]) - 1;
      const auto row = std::min(
          top, static_cast<int32_t>(std::floor((height_m - space_.field.corner.y) / space_.field.voxel_m)));
      const bool is_inside = row >= 0 && static_cast<uint32_t>(row) < space_.field.size.sides[1];
      if (is_inside && (rows.empty() || rows.back() != row)) rows.push_back(row);
    }
    return rows;
  }

  absl::Status AddLayer(int32_t row, size_t layer) {
    const VolumeSize& size = space_.field.size;
    GridCells cells;
    cells.columns = size.sides[0];
    cells.rows = size.sides[2];
    cells.areas.assign(size_t{cells.columns} * cells.rows, 0);
    cells.cell_size_m = space_.field.voxel_m;
    cells.origin = {space_.field.corner.x, space_.MiddleOf({{0, row, 0}}).y, space_.field.corner.z};
    const uint8_t area = pieces_.AreaOf(id_);
    for (uint32_t z = 0; z < cells.rows; ++z) {
      for (uint32_t x = 0; x < cells.columns; ++x) {
        const Voxel voxel{{static_cast<int32_t>(x), row, static_cast<int32_t>(z)}};
        const auto is_cut = [&] {
          return IsCutByClosedBorder(pieces_.scenes(), id_, space_.MiddleOf(voxel), space_.field.voxel_m / 2,
                                     space_.field.voxel_m);
        };
        if (space_.bits.IsFree(voxel) && !is_cut()) cells.areas[size_t{z} * cells.columns + x] = area;
      }
    }
    WS_ASSIGN_OR_RETURN(const PolygonSoup level, SoupOfCells(cells, Vec3(), 0));
    const uint32_t first = pieces_.NextId();
    std::vector<Vec3f>& vertices = pieces_.soup().vertices;
    const auto first_vertex = static_cast<uint32_t>(vertices.size());
    vertices.insert(vertices.end(), level.vertices.begin(), level.vertices.end());
    for (SoupPolygon polygon : level.polygons) {
      for (uint32_t& vertex : polygon.vertices) vertex += first_vertex;
      for (uint32_t& neighbour : polygon.neighbours) {
        if (neighbour != kNoNeighbour) neighbour += first;
      }
      pieces_.AddPolygon(std::move(polygon), id_, ScenePart::kLayers, static_cast<uint16_t>(layer));
    }
    SceneLayer& out = layers_.emplace_back();
    out.row = row;
    out.polygon_at.assign(cells.areas.size(), kNoCube);
    const std::vector<CellRectangle> rectangles = CoverCells(cells);
    for (uint32_t i = 0; i < rectangles.size(); ++i) {
      const CellRectangle& r = rectangles[i];
      for (uint32_t z = r.row; z < r.row + r.rows; ++z) {
        for (uint32_t x = r.column; x < r.column + r.columns; ++x) {
          out.polygon_at[size_t{z} * cells.columns + x] = first + i;
        }
      }
    }
    AddLayerPlaces(out);
    return absl::OkStatus();
  }

  // On a lattice, and wherever the layer ends.
  void AddLayerPlaces(const SceneLayer& layer) {
    const uint32_t columns = space_.field.size.sides[0];
    const uint32_t rows = space_.field.size.sides[2];
    const auto step = static_cast<uint32_t>(std::max(1.0, std::round(kJoinGap_m / space_.field.voxel_m)));
    const double reach_m = std::max({reach_m_ / 2, 2 * kJoinGap_m, 2 * space_.field.voxel_m});
    const auto at = [&](int64_t x, int64_t z) {
      return x >= 0 && z >= 0 && x < columns && z < rows &&
             layer.polygon_at[static_cast<size_t>(z) * columns + static_cast<size_t>(x)] != kNoCube;
    };
    for (uint32_t z = 0; z < rows; ++z) {
      for (uint32_t x = 0; x < columns; ++x) {
        if (!at(x, z)) continue;
        const bool is_rim = !at(int64_t{x} - 1, z) || !at(int64_t{x} + 1, z) || !at(x, int64_t{z} - 1) ||
                            !at(x, int64_t{z} + 1);
        if (!is_rim && (x % step != 0 || z % step != 0)) continue;
        const Vec3 middle = space_.MiddleOf({{static_cast<int32_t>(x), layer.row, static_cast<int32_t>(z)}});
        pieces_.AddPlace({middle, middle, reach_m, layer.polygon_at[size_t{z} * columns + x], id_,
                          ScenePart::kLayers, pieces_.MediumOf(id_)});
      }
    }
  }

  // Straight up and down through free voxels: of each pair of polygons the way nearest to their middles, and others
  // on a lattice.
  void JoinLayers(const SceneLayer& lower, const SceneLayer& upper) {
    const uint32_t columns = space_.field.size.sides[0];
    const uint32_t rows = space_.field.size.sides[2];
    const auto step = static_cast<uint32_t>(std::max(1.0, std::round(kWayGap_m / space_.field.voxel_m)));
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Voxel>> columns_of;
    for (uint32_t z = 0; z < rows; ++z) {
      for (uint32_t x = 0; x < columns; ++x) {
        const uint32_t low = lower.polygon_at[size_t{z} * columns + x];
        const uint32_t high = upper.polygon_at[size_t{z} * columns + x];
        if (low == kNoCube || high == kNoCube) continue;
        Voxel voxel{{static_cast<int32_t>(x), lower.row, static_cast<int32_t>(z)}};
        bool is_free = true;
        for (int32_t y = lower.row + 1; y < upper.row && is_free; ++y) {
          is_free = space_.bits.IsFree({{voxel.along[0], y, voxel.along[2]}});
        }
        if (is_free) columns_of[{low, high}].push_back(voxel);
      }
    }
    for (const auto& [polygons, voxels] : columns_of) {
      const Voxel& middle = voxels[voxels.size() / 2];
      for (const Voxel& voxel : voxels) {
        const bool is_on_lattice = voxel.along[0] % static_cast<int32_t>(step) == 0 &&
                                   voxel.along[2] % static_cast<int32_t>(step) == 0;
        if (!is_on_lattice && voxel != middle) continue;
        const Vec3 low = space_.MiddleOf(voxel);
        const Vec3 high = space_.MiddleOf({{voxel.along[0], upper.row, voxel.along[2]}});
        pieces_.AddLink(low, polygons.first, high, polygons.second, pieces_.MediumOf(id_), "");
      }
    }
  }

  const SceneId id_;
  const FreeSpace& space_;
  ScenePieces& pieces_;
  double& reach_m_;  // of the scene
  std::vector<SceneLayer> layers_;
};

}  // namespace

absl::StatusOr<std::vector<SceneLayer>> AddLayers(SceneId id, const FreeSpace& space, ScenePieces& pieces) {
  return LayerMaker(id, space, pieces).Make();
}

}  // namespace waystone
