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
#include "core/surface/map_view.h"
#include "core/surface/zone_cache.h"
#include "tests/core/grid/drawn_grid.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/plan_route.h"

namespace waystone {

// Owns what a MapView points at; see drawn_grid.h for the drawing. A polygon for each free cell. Cells are 1
// m, and cell (0, 0) begins at the map's origin (1000, 10, -500), so that nobody forgets it.
class DrawnGridMap {
 public:
  // `bake` adds what is baked beside the cells.
  explicit DrawnGridMap(const std::vector<std::string_view>& lines, void (*bake)(GridData&) = nullptr)
      : data_(Baked(lines, bake)),
        grid_(*GridView::Create(data_)),
        mesh_data_(MeshOf(lines)),
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
