// A grid drawn as text, as the queries see it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/map/map_manifest.h"
#include "core/surface/computed_zones.h"
#include "core/surface/grid/grid_surface.h"
#include "core/surface/grid/rect_cover.h"
#include "core/surface/grid/rect_mesh.h"
#include "core/surface/map_view.h"
#include "core/surface/zone_cache.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/plan_route.h"

namespace waystone {

// A mesh as MakeRectMesh makes it, without the triangle that stands for polygons that are not there.
inline NavmeshData WithoutGone(NavmeshData mesh) {
  mesh.edges.resize(mesh.edges.size() - 3);
  mesh.vertices.resize(mesh.vertices.size() - 3);
  mesh.detail_triangles.pop_back();
  mesh.header.edge_count -= 3;
  mesh.header.vertex_count -= 3;
  --mesh.header.detail_triangle_count;
  return mesh;
}

// As a bake makes it, but for the order of the polygons, and the areas within one.
inline NavmeshData RectMeshOf(const GridView& grid) {
  const BitLines shape{grid.rows(), grid.columns()};
  std::vector<uint64_t> left(grid.bits().row_words, grid.bits().row_words + shape.WordCount());
  std::vector<CellRect> cells;
  CoverBits(shape, {0, 0, grid.columns(), grid.rows()}, left, cells);
  std::vector<MeshRect> rects;
  rects.reserve(cells.size());
  for (const CellRect& rect : cells)
    rects.push_back({rect, grid.AreaOf({static_cast<int32_t>(rect.column), static_cast<int32_t>(rect.row)})});
  return WithoutGone(*MakeRectMesh(grid.header(), rects, {}, {}));
}

// Owns what a MapView points at; see drawn_grid.h for the drawing. A polygon for each free cell. Cells are 1
// m, and cell (0, 0) begins at the map's origin (1000, 10, -500), so that nobody forgets it.
class DrawnGridMap {
 public:
  // `bake` adds what is baked beside the cells. `in_rectangles`: polygons are of as many cells as they can be.
  explicit DrawnGridMap(const std::vector<std::string_view>& lines, void (*bake)(GridData&) = nullptr,
                        bool in_rectangles = false)
      : data_(Baked(lines, bake)),
        grid_(*GridView::Create(data_)),
        mesh_data_(in_rectangles ? RectMeshOf(grid_) : MeshOf(lines)),
        mesh_(ViewOf(mesh_data_)) {
    manifest_.map_id = "drawn";
    manifest_.surface = SurfaceKind::kGrid;
    manifest_.origin = {1000, 10, -500};
  }
  DrawnGridMap(const DrawnGridMap&) = delete;
  DrawnGridMap& operator=(const DrawnGridMap&) = delete;

  MapView view() const {
    const auto zones = std::make_shared<const OwnedZones>(ComputeZones(mesh_, links_, 0, {}));
    MapView view;
    view.manifest = &manifest_;
    view.variant = &variant_;
    view.navmesh = &mesh_;
    view.surface = &surface_;
    view.links = &links_;
    view.zones = &zones->view();
    view.zones_owner = zones;
    return view;
  }
  const GridView& grid() const { return grid_; }
  // Absolute, on the ground.
  Vec3 At(double x, double z) const { return Vec3(x, 0, z) + manifest_.origin; }
  Vec3 MiddleOf(Cell cell) const { return At(cell.column + 0.5, cell.row + 0.5); }

 private:
  static GridData Baked(const std::vector<std::string_view>& lines, void (*bake)(GridData&)) {
    GridData data = DrawGrid(lines);
    if (bake != nullptr) bake(data);
    return data;
  }
  static NavmeshData MeshOf(const std::vector<std::string_view>& lines) {
    std::string drawing;
    for (const std::string_view line : lines) {
      for (const char letter : line) drawing += letter == '#' ? '#' : '.';
      drawing += '\n';
    }
    return AsciiNavmesh(drawing);
  }

  MapManifest manifest_;
  MapVariant variant_;
  GridData data_;
  GridView grid_;
  GridSurface surface_{grid_};
  NavmeshData mesh_data_;
  NavmeshView mesh_;
  LinkView links_;
};

// Two rooms, a door between them that is shut, and a closet that nothing leads to.
inline const std::vector<std::string_view> kRooms = {
    "...#....",  //
    "...#.##.",  //
    "...#.#.#",  //
    "...#.###",  //
};

inline RouteQuery Between(const DrawnGridMap& map, Cell start, Cell goal) {
  return Query(map.MiddleOf(start), map.MiddleOf(goal));
}

// Rectangles, for RouteChanges::cells.
inline std::shared_ptr<const GridChanges> BlockedRects(std::vector<CellRect> rects) {
  GridChanges changes;
  changes.blocked_rects = std::move(rects);
  return std::make_shared<const GridChanges>(std::move(changes));
}
inline std::shared_ptr<const GridChanges> OpenedRects(std::vector<CellRect> rects) {
  GridChanges changes;
  changes.opened_rects = std::move(rects);
  return std::make_shared<const GridChanges>(std::move(changes));
}

}  // namespace waystone
