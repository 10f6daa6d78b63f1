#include "bake/world/portal_baker.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "bake/world/grid_portal_baker.h"
#include "bake/world/mesh_portal_baker.h"
#include "bake/world/waypoint_portal_baker.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/step_table.h"
#include "core/surface/grid/grid_of_map.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/navmesh/trigger_meshes.h"
#include "core/surface/stored_walk.h"
#include "core/surface/waypoint/waypoints_of_map.h"

namespace waystone {
namespace {

absl::Status NeedsGrid(const char* what) {
  return absl::InvalidArgumentError(StrCat(what, ": cells, but the map is no grid"));
}

// A place in metres is on the ground where its own cell is free.
PlacedPoint PlaceCell(const GridView& grid, const Vec3& origin, Cell cell) {
  PlacedPoint placed{.place = origin + grid.CenterOf(cell), .node = grid.IdOf(cell)};
  placed.has_ground = grid.IsFree(cell);
  return placed;
}

absl::StatusOr<PlacedPoint> PlaceOnGrid(const GridView& grid, const Vec3& origin, const PlaceSpec& spec) {
  if (spec.cell.has_value()) {
    const auto& [column, row] = *spec.cell;
    if (column < 0 || row < 0 || column >= grid.columns() || row >= grid.rows()) {
      return absl::InvalidArgumentError(
          StrCat("to: outside of the map, which has ", grid.columns(), " x ", grid.rows(), " cells"));
    }
    return PlaceCell(grid, origin, {static_cast<int32_t>(column), static_cast<int32_t>(row)});
  }
  const std::optional<Cell> cell = grid.CellAt(spec.point - origin);
  if (!cell.has_value()) return PlacedPoint{.place = spec.point};
  PlacedPoint placed = PlaceCell(grid, origin, *cell);
  placed.place = origin + PlaceInCell(grid, *cell, spec.point - origin);
  return placed;
}

// From the first to the last of `count` cells in a line with any part between two coordinates.
std::pair<int32_t, int32_t> CellsBetween(double from_m, double to_m, double corner_m, double cell_size_m,
                                         uint32_t count) {
  const auto index = [&](double coordinate_m) {
    return static_cast<int32_t>(
        std::clamp(std::floor((coordinate_m - corner_m) / cell_size_m), 0.0, count - 1.0));
  };
  return {index(from_m), index(to_m)};
}

// The local box around a rectangle of cells, as far as it lies on the grid; empty if it does not.
std::optional<Aabb> BoxOfCells(const GridView& grid, const std::array<int64_t, 4>& cells) {
  const auto& [left, top, right, bottom] = cells;
  const int64_t columns = grid.columns();
  const int64_t rows = grid.rows();
  if (right < 0 || bottom < 0 || left >= columns || top >= rows) return std::nullopt;
  const auto cell_at = [&](int64_t column, int64_t row) {
    return Cell{static_cast<int32_t>(std::clamp<int64_t>(column, 0, columns - 1)),
                static_cast<int32_t>(std::clamp<int64_t>(row, 0, rows - 1))};
  };
  const Cell first = cell_at(left, top);
  const Cell last = cell_at(right, bottom);
  const double half_m = grid.header().cell_size_m / 2;
  return Aabb{grid.CenterOf(first) - Vec3(half_m, 0, half_m), grid.CenterOf(last) + Vec3(half_m, 0, half_m)};
}

// The cells whose middle lies in a box of local coordinates that holds their height.
void FillCells(const GridView& grid, const Aabb& box, PlacedTrigger& trigger) {
  const GridHeader& header = grid.header();
  const auto [left, right] =
      CellsBetween(box.min.x, box.max.x, header.corner_x_m, header.cell_size_m, header.columns);
  const auto [top, bottom] =
      CellsBetween(box.min.z, box.max.z, header.corner_z_m, header.cell_size_m, header.rows);
  for (Cell cell{0, top}; cell.row <= bottom; ++cell.row) {
    for (cell.column = left; cell.column <= right; ++cell.column) {
      if (!grid.IsFree(cell)) continue;
      const Vec3 middle = grid.CenterOf(cell);
      if (box.Contains({middle.x, box.min.y, middle.z})) trigger.cells.push_back(grid.IdOf(cell));
    }
  }
  if (trigger.cells.empty()) return;
  trigger.anchor = grid.CenterOf(grid.CellOf(trigger.cells[trigger.cells.size() / 2]));
}

// As each traveller has the map; none where it does not have the agent.
std::vector<std::optional<MapView>> ViewsOf(const LoadedMap& map, std::span<const TravellerSpec> travellers,
                                            ZonesNeed need) {
  std::vector<std::optional<MapView>> views;
  for (const TravellerSpec& traveller : travellers) {
    absl::StatusOr<MapView> view = map.View(traveller.agent, traveller.abilities, need);
    views.push_back(view.ok() ? std::optional(*std::move(view)) : std::nullopt);
  }
  return views;
}

TravellerSet SetOf(size_t traveller) { return TravellerSet{1} << traveller; }

void FindGround(const LoadedMap& map, std::span<const TravellerSpec> travellers, PlacedTrigger& trigger) {
  const std::vector<std::optional<MapView>> views = ViewsOf(map, travellers, ZonesNeed::kIfReady);
  for (size_t i = 0; i < views.size(); ++i) {
    if (!views[i].has_value()) continue;
    const std::optional<Vec3> ground = FindWaypoints(*views[i]) != nullptr
                                           ? FindWaypointGroundIn(*views[i], trigger.box)
                                           : FindGroundIn(*views[i], trigger.box);
    if (!ground.has_value()) continue;
    if (trigger.standing == 0) trigger.anchor = *ground;
    trigger.standing |= SetOf(i);
  }
}

bool WalkAlike(const MapView& a, const MapView& b) {
  return a.navmesh == b.navmesh && a.abilities == b.abilities;
}

PlacedPoint PlaceOnSurface(const MapView& map, const Vec3& point) {
  return FindWaypoints(map) != nullptr ? PlaceWaypointPoint(map, point) : PlaceMeshPoint(map, point);
}

absl::StatusOr<WalksByMode> BakeSurfacePortals(const MapView& map, std::span<const MapExit> exits,
                                               std::span<const PlacedPoint> arrivals) {
  if (FindWaypoints(map) != nullptr) return BakeWaypointPortals(map, exits, arrivals);
  return BakeMeshPortals(map, exits, arrivals);
}

std::vector<PlacedPoint> ArrivalsOf(std::span<const MapArrival> arrivals, size_t traveller) {
  std::vector<PlacedPoint> points;
  for (const MapArrival& arrival : arrivals) points.push_back(arrival[traveller]);
  return points;
}

// Takes all walks away that the traveller cannot go.
void Close(std::span<const MapExit> exits, std::span<const MapArrival> arrivals, size_t traveller,
           WalksByMode& walks) {
  for (WalkTable& table : walks) {
    table.costs.resize(exits.size() * arrivals.size(), std::numeric_limits<double>::infinity());
    table.paths.resize(table.costs.size());
    for (size_t i = 0; i < table.costs.size(); ++i) {
      const bool is_open = (exits[i % exits.size()].closed_to & SetOf(traveller)) == 0 &&
                           arrivals[i / exits.size()][traveller].has_ground;
      if (is_open) continue;
      table.costs[i] = std::numeric_limits<double>::infinity();
      table.paths[i].clear();
    }
  }
}

}  // namespace

absl::StatusOr<PlacedTrigger> PlaceTrigger(const LoadedMap& map, const TriggerSpec& spec,
                                           std::span<const TravellerSpec> travellers) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return view.status();
  const Vec3& origin = map.manifest().origin;
  PlacedTrigger trigger;
  trigger.box = spec.box;
  if (spec.cells.has_value()) {
    if (FindGrid(*view) == nullptr) return NeedsGrid("trigger");
    const std::optional<Aabb> box = BoxOfCells(*FindGrid(*view), *spec.cells);
    if (!box.has_value()) return trigger;
    trigger.box = {box->min + origin, box->max + origin};
  }
  if (FindGrid(*view) == nullptr) {
    FindGround(map, travellers, trigger);
    return trigger;
  }
  // Absolute heights, so that a box that ends at the grid's own holds it.
  const double height_m = origin.y + FindGrid(*view)->header().height_m;
  if (trigger.box.min.y > height_m || trigger.box.max.y < height_m) return trigger;
  FillCells(*FindGrid(*view), {trigger.box.min - origin, trigger.box.max - origin}, trigger);
  if (!trigger.cells.empty()) trigger.standing = WalkersOf(map, travellers);
  trigger.anchor = trigger.anchor + origin;
  return trigger;
}

TravellerSet WalkersOf(const LoadedMap& map, std::span<const TravellerSpec> travellers) {
  const std::vector<std::optional<MapView>> views = ViewsOf(map, travellers, ZonesNeed::kIfReady);
  TravellerSet walkers = 0;
  for (size_t i = 0; i < views.size(); ++i) walkers |= views[i].has_value() ? SetOf(i) : 0;
  return walkers;
}

absl::StatusOr<std::vector<PlacedPoint>> PlacePoint(const LoadedMap& map, const PlaceSpec& spec,
                                                    std::span<const TravellerSpec> travellers) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return view.status();
  std::vector<PlacedPoint> points;
  if (FindGrid(*view) == nullptr) {
    if (spec.cell.has_value()) return NeedsGrid("to");
    for (const std::optional<MapView>& walked : ViewsOf(map, travellers, ZonesNeed::kIfReady)) {
      points.push_back(walked.has_value() ? PlaceOnSurface(*walked, spec.point)
                                          : PlacedPoint{.place = spec.point});
    }
    return points;
  }
  WS_ASSIGN_OR_RETURN(const PlacedPoint point, PlaceOnGrid(*FindGrid(*view), map.manifest().origin, spec));
  const TravellerSet walkers = WalkersOf(map, travellers);
  for (size_t i = 0; i < travellers.size(); ++i) {
    points.push_back(point);
    points.back().has_ground = point.has_ground && (walkers & SetOf(i)) != 0;
  }
  return points;
}
uint64_t StepTableBytesOf(const LoadedMap& map, size_t exits, size_t arrivals) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok() || FindGrid(*view) == nullptr) return 0;
  const BitGrid bits = FindGrid(*view)->bits();
  uint64_t free_cells = 0;
  for (size_t word = 0; word < BitLines{bits.rows, bits.columns}.WordCount(); ++word) {
    free_cells += static_cast<uint64_t>(std::popcount(bits.row_words[word]));
  }
  return kWorldModes * (exits + arrivals) * StepTableBytes(free_cells);
}

absl::StatusOr<BakedPortals> BakePortals(const LoadedMap& map, std::span<const TravellerSpec> travellers,
                                         std::span<const MapExit> exits, std::span<const MapArrival> arrivals,
                                         bool has_tables) {
  const absl::StatusOr<MapView> first = map.View("", {}, ZonesNeed::kIfReady);
  if (!first.ok()) return first.status();
  BakedPortals baked;
  if (FindGrid(*first) != nullptr) {
    BakedGrid grid = BakeGridPortals(GridOf(*first), exits, ArrivalsOf(arrivals, 0), has_tables);
    baked.walks.assign(travellers.size(), grid.walks);
    baked.grid = std::move(grid.portals);
  } else {
    const std::vector<std::optional<MapView>> views = ViewsOf(map, travellers, ZonesNeed::kCompute);
    for (size_t i = 0; i < views.size(); ++i) {
      const auto walks_alike = [&](const std::optional<MapView>& other) {
        return other.has_value() && views[i].has_value() && WalkAlike(*other, *views[i]);
      };
      const auto alike = std::find_if(views.begin(), views.begin() + static_cast<ptrdiff_t>(i), walks_alike);
      WalksByMode walks;
      if (alike < views.begin() + static_cast<ptrdiff_t>(i)) {
        walks = baked.walks[static_cast<size_t>(alike - views.begin())];
      } else if (views[i].has_value()) {
        WS_ASSIGN_OR_RETURN(walks, BakeSurfacePortals(*views[i], exits, ArrivalsOf(arrivals, i)));
      }
      baked.walks.push_back(std::move(walks));
    }
  }
  for (size_t i = 0; i < baked.walks.size(); ++i) Close(exits, arrivals, i, baked.walks[i]);
  return baked;
}

}  // namespace waystone
