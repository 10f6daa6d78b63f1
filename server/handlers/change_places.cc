#include "server/handlers/change_places.h"

#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/surface/door_parts.h"
#include "core/surface/search_surface.h"
#include "server/convert/convert.h"

namespace waystone {
namespace {

using Kind = ChangeItems::Kind;

Vec3 MiddleOf(const v1::Obstacle& obstacle, double floor_y) {
  if (obstacle.has_box()) return ToVec3(obstacle.box().center()) - Vec3(0, obstacle.box().half_y_m(), 0);
  if (obstacle.has_cylinder()) return ToVec3(obstacle.cylinder().base());
  const v1::Prism& prism = obstacle.prism();
  Vec2 middle;
  for (int k = 0; k + 1 < prism.corners_xz_size(); k += 2)
    middle = middle + Vec2{prism.corners_xz(k), prism.corners_xz(k + 1)} * (2.0 / prism.corners_xz_size());
  return {middle.x, prism.has_min_y() ? prism.min_y() : floor_y, middle.z};
}

Vec3 MiddleOf(const DoorVolume& volume) {
  Vec2 middle;
  for (const Vec2& corner : volume.corners)
    middle = middle + corner * (1.0 / static_cast<double>(volume.corners.size()));
  return {middle.x, volume.min_y, middle.z};
}

// nullopt: the surface has no cells.
std::optional<Vec3> MiddleOfCells(const MapView& view, uint32_t column, uint32_t row, uint32_t columns,
                                  uint32_t rows) {
  const std::optional<CellExtent> cells = view.surface->Fields().cells;
  if (!cells) return std::nullopt;
  return view.manifest->origin + cells->corner +
         Vec3(column + columns / 2.0, 0, row + rows / 2.0) * cells->cell_m;
}

std::optional<Vec3> MiddleOfCell(const MapView& view, uint32_t cell) {
  const std::optional<CellExtent> cells = view.surface->Fields().cells;
  if (!cells) return std::nullopt;
  return MiddleOfCells(view, cell % cells->columns, cell / cells->columns % cells->rows, 1, 1);
}

Vec3 MiddleOfPoly(const MapView& view, PolyId poly) {
  Vec3 sum;
  double count = 0;
  for (const NavEdge& edge : view.navmesh->edges(poly)) {
    sum = sum + view.navmesh->vertex(VertexId(edge.vertex));
    ++count;
  }
  return view.manifest->origin + sum * (1 / count);
}

Vec3 BeginningOf(const MapView& view, LinkId link) {
  const float* const start = view.links->link(link).start;
  return view.manifest->origin + Vec3(start[0], start[1], start[2]);
}

// nullopt: no link has the name.
std::optional<Vec3> BeginningOf(const MapView& view, const std::string& name) {
  for (uint32_t link = 0; link < view.links->size(); ++link) {
    if (view.links->ExternalId(LinkId(link)) == name) return BeginningOf(view, LinkId(link));
  }
  return std::nullopt;
}

std::optional<Vec3> FirstPartOf(const MapView& view, const std::string& door_name) {
  const std::vector<Door>& doors = view.manifest->doors;
  const size_t door = IndexOf(doors, door_name);
  if (door == doors.size()) return std::nullopt;
  if (!doors[door].volumes.empty()) return MiddleOf(doors[door].volumes[0]);
  if (!doors[door].cells.empty()) {
    const DoorCells& cells = doors[door].cells[0];
    return MiddleOfCells(view, cells.column, cells.row, cells.columns, cells.rows);
  }
  const std::vector<LinkId>& links = view.doors[door].links;
  return links.empty() ? std::nullopt : std::optional(BeginningOf(view, links[0]));
}

}  // namespace

std::optional<Vec3> PlaceOf(const ChangeItems::Item& item, double floor_y) {
  const MapView& view = *item.map;
  const v1::MapChanges& alone = item.alone.maps(0);
  switch (item.kind) {
    case Kind::kCell:
      return MiddleOfCell(view, alone.blocked_cells(0));
    case Kind::kRect:
      return MiddleOfCells(view, alone.blocked_rects(0), alone.blocked_rects(1), alone.blocked_rects(2),
                           alone.blocked_rects(3));
    case Kind::kPoly:
      return MiddleOfPoly(view, PolyId(alone.blocked_polys(0)));
    case Kind::kLink:
      return alone.closed_links().empty() ? BeginningOf(view, LinkId(alone.closed_link_ids(0)))
                                          : BeginningOf(view, alone.closed_links(0));
    case Kind::kObstacle:
      return MiddleOf(alone.obstacles(0), floor_y);
    case Kind::kDoor:
      return FirstPartOf(view, item.told.name());
    default:
      return std::nullopt;
  }
}

}  // namespace waystone
