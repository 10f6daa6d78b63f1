#include "bake/world/portal_baker.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "bake/world/grid_portal_baker.h"
#include "bake/world/mesh_portal_baker.h"
#include "core/base/str_cat.h"
#include "core/grid/step_table.h"
#include "core/query/grid_snap.h"

namespace waystone {
namespace {

absl::Status NeedsGrid(const char* what) {
  return absl::InvalidArgumentError(StrCat(what, ": cells, but the map is no grid"));
}

absl::Status OutsideOf(const GridView& grid, const char* what) {
  return absl::InvalidArgumentError(
      StrCat(what, ": outside of the map, which has ", grid.columns(), " x ", grid.rows(), " cells"));
}

// A place in metres is on the ground where its own cell is free.
PlacedPoint PlaceCell(const GridView& grid, const Vec3& origin, Cell cell) {
  PlacedPoint placed{.place = origin + grid.CenterOf(cell), .node = grid.IdOf(cell)};
  placed.has_ground = grid.IsFree(cell);
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

// The cells whose middle lies in a box of local coordinates.
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
  trigger.has_ground = !trigger.cells.empty();
  if (!trigger.has_ground) return;
  trigger.anchor = grid.CenterOf(grid.CellOf(trigger.cells[trigger.cells.size() / 2]));
}

}  // namespace

absl::StatusOr<PlacedTrigger> PlaceTrigger(const LoadedMap& map, const TriggerSpec& spec) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return view.status();
  const Vec3& origin = map.manifest().origin;
  PlacedTrigger trigger;
  trigger.box = spec.box;
  if (spec.cells.has_value()) {
    if (view->grid == nullptr) return NeedsGrid("trigger");
    const auto& [left, top, right, bottom] = *spec.cells;
    if (left >= view->grid->columns() || top >= view->grid->rows()) return OutsideOf(*view->grid, "trigger");
    const auto clip = [](uint32_t value, uint32_t count) {
      return static_cast<int32_t>(std::min(value, count - 1));
    };
    const Cell last{clip(right, view->grid->columns()), clip(bottom, view->grid->rows())};
    trigger.box = {};
    trigger.box.Extend(origin +
                       view->grid->CenterOf({static_cast<int32_t>(left), static_cast<int32_t>(top)}));
    trigger.box.Extend(origin + view->grid->CenterOf(last));
    const double half_m = view->grid->header().cell_size_m / 2;
    trigger.box = {trigger.box.min - Vec3(half_m, 0, half_m), trigger.box.max + Vec3(half_m, 0, half_m)};
  }
  if (view->grid == nullptr) return PlaceMeshTrigger(*view, trigger.box);
  FillCells(*view->grid, {trigger.box.min - origin, trigger.box.max - origin}, trigger);
  trigger.anchor = trigger.anchor + origin;
  return trigger;
}

absl::StatusOr<PlacedPoint> PlacePoint(const LoadedMap& map, const PlaceSpec& spec) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return view.status();
  const Vec3& origin = map.manifest().origin;
  if (spec.cell.has_value()) {
    if (view->grid == nullptr) return NeedsGrid("to");
    const auto& [column, row] = *spec.cell;
    if (column >= view->grid->columns() || row >= view->grid->rows()) return OutsideOf(*view->grid, "to");
    return PlaceCell(*view->grid, origin, {static_cast<int32_t>(column), static_cast<int32_t>(row)});
  }
  if (view->grid == nullptr) return PlaceMeshPoint(*view, spec.point);
  const std::optional<Cell> cell = view->grid->CellAt(spec.point - origin);
  if (!cell.has_value()) return PlacedPoint{.place = spec.point};
  PlacedPoint placed = PlaceCell(*view->grid, origin, *cell);
  placed.place = origin + PlaceInCell(*view->grid, *cell, spec.point - origin);
  return placed;
}

uint64_t StepTableBytesOf(const LoadedMap& map, size_t exits, size_t arrivals) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok() || view->grid == nullptr) return 0;
  const BitGrid bits = view->grid->bits();
  uint64_t free_cells = 0;
  for (size_t word = 0; word < BitLines{bits.rows, bits.columns}.WordCount(); ++word) {
    free_cells += static_cast<uint64_t>(std::popcount(bits.row_words[word]));
  }
  return kWorldModes * (exits + arrivals) * StepTableBytes(free_cells);
}

absl::StatusOr<BakedPortals> BakePortals(const LoadedMap& map, std::span<const MapExit> exits,
                                         std::span<const PlacedPoint> arrivals, bool has_tables) {
  const absl::StatusOr<MapView> view = map.View("", {}, ZonesNeed::kIfReady);
  if (!view.ok()) return view.status();
  return view->grid != nullptr ? BakeGridPortals(*view->grid, exits, arrivals, has_tables)
                               : BakeMeshPortals(*view, exits, arrivals);
}

}  // namespace waystone
