#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "bake/kinds/grid/grid_kind.h"
#include "core/base/hash128.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/step_flood.h"
#include "core/grid/step_table.h"
#include "core/grid/trigger_bits.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/changed_triggers.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_snap.h"
#include "core/surface/grid/grid_surface.h"
#include "core/surface/grid/path_drawing.h"
#include "core/surface/grid/searched_walks.h"
#include "core/world/grid_walks.h"
#include "core/world/path_code.h"

namespace waystone {
namespace {

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

// As the first agent has the map; all have the same grid.
absl::StatusOr<const GridView*> GridOf(const LoadedMap& map) {
  WS_ASSIGN_OR_RETURN(const MapView view, map.View("", {}, ZonesNeed::kIfReady));
  return FindGrid(view);
}

// As all who walk there do.
struct BakedGrid {
  WalksByMode walks;
  GridPortalsData portals;
};

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class GridWalkBaker {
 public:
  GridWalkBaker(const GridView& grid, std::span<const MapExit> exits, std::span<const PlacedPoint> arrivals,
                bool has_tables)
      : grid_(grid),
        exits_(exits),
        arrivals_(arrivals),
        has_tables_(has_tables),
        ground_(*grounds_.GroundOf(grid, {})) {
    if (!arrivals.empty()) {
      cell_cost_m_ = CostOfCells(ground_, grid.CellOf(arrivals[0].node)) * grid.header().cell_size_m;
    }
  }

  BakedGrid Bake() {
    FillTriggers();
    if (has_tables_) data().free_before = CountFreeBefore(ground_.bits);
    for (uint32_t i = 0; i < kWorldModes; ++i) {
      const auto mode = static_cast<WorldMode>(i);
      has_tables_ ? MakeTrees(mode) : Search(mode);
    }
    data().steps.shrink_to_fit();  // it stays until the tables of all maps are written
    return std::move(baked_);
  }

 private:
  GridPortalsData& data() { return baked_.portals; }

  void FillTriggers() {
    is_walk_in_.assign(size_t{grid_.columns()} * grid_.rows(), 0);
    data().trigger_rows.push_back(0);
    for (const MapExit& exit : exits_) {
      data().triggers.insert(data().triggers.end(), exit.trigger.cells.begin(), exit.trigger.cells.end());
      data().trigger_rows.push_back(static_cast<uint32_t>(data().triggers.size()));
      std::vector<uint32_t>& sets_off = sets_off_.emplace_back();
      for (const uint32_t cell : exit.trigger.cells) {
        if (is_walk_in_[cell] == 0) sets_off.push_back(cell);
      }
      if (!exit.is_walk_in) continue;
      for (const uint32_t cell : sets_off) is_walk_in_[cell] = 1;
    }
    for (uint32_t cell = 0; cell < is_walk_in_.size(); ++cell) {
      if (is_walk_in_[cell] != 0) data().walk_in.push_back(cell);
    }
  }

  void Keep(const std::vector<uint8_t>& table) {
    Hasher128 hasher;
    hasher.Add(std::as_bytes(std::span(table)));
    const auto [entry, is_new] =
        table_numbers_.try_emplace(hasher.Finish(), static_cast<uint32_t>(table_numbers_.size()));
    if (is_new) data().steps.insert(data().steps.end(), table.begin(), table.end());
    data().tables.push_back(entry->second);
  }

  void MakeTrees(WorldMode mode) {
    const bool teleports = mode == WorldMode::kWalkInTeleports;
    flood_.SetGround(ground_, teleports ? std::span<const uint8_t>(is_walk_in_) : std::span<const uint8_t>());
    const absl::StatusOr<GridPortals> triggers = Triggers();
    for (size_t i = 0; i < exits_.size(); ++i) {
      const bool is_set_off = teleports && exits_[i].is_walk_in;
      flood_.ToTrigger(is_set_off ? sets_off_[i] : exits_[i].trigger.cells, is_set_off);
      const std::vector<uint8_t> table = flood_.Table();
      Keep(table);
      const StepTable to_exit{.bits = ground_.bits, .free_before = data().free_before, .steps = table};
      for (size_t k = 0; k < arrivals_.size(); ++k) {
        std::vector<Cell> turns;
        const GridWalk walk = WalkAlong(to_exit, ground_, *triggers, grid_.CellOf(arrivals_[k].node), &turns);
        AddWalk(mode, k, i, walk.cost, turns);
      }
    }
    for (const PlacedPoint& arrival : arrivals_) {
      flood_.FromPlace(arrival.node);
      Keep(flood_.Table());
    }
  }

  // The walks alone, as queries find theirs.
  void Search(WorldMode mode) {
    const absl::StatusOr<GridPortals> triggers = Triggers();
    std::vector<bool> is_walk_in;
    for (const MapExit& exit : exits_) is_walk_in.push_back(exit.is_walk_in);
    GridQuery no_limits;
    no_limits.max_expansions = std::numeric_limits<uint32_t>::max();
    SearchedWalks searched(ground_, *triggers, is_walk_in, mode, no_limits, {grid_space_, trigger_bits_});
    std::vector<GridPath> paths(exits_.size());
    for (size_t i = 0; i < arrivals_.size(); ++i) {
      searched.ToExits(grid_.CellOf(arrivals_[i].node), MapExitId(0), {}, paths);
      for (size_t k = 0; k < paths.size(); ++k) {
        const bool is_found = paths[k].outcome == SearchOutcome::kFound;
        AddWalk(mode, i, k, is_found ? paths[k].cost : kInfinite, paths[k].turns);
      }
    }
  }

  // A view without tables.
  absl::StatusOr<GridPortals> Triggers() {
    WorldMap map{};
    map.columns = grid_.columns();
    map.rows = grid_.rows();
    map.exit_count = static_cast<uint32_t>(exits_.size());
    map.arrival_count = static_cast<uint32_t>(arrivals_.size());
    GridPortals::Arrays arrays;
    arrays.trigger_rows = data().trigger_rows;
    arrays.triggers = data().triggers;
    arrays.walk_in = data().walk_in;
    return GridPortals::Create(arrays, map, ground_.bits);
  }

  void AddWalk(WorldMode mode, size_t arrival, size_t exit, double cost, const std::vector<Cell>& turns) {
    WalkTable& walks = baked_.walks[static_cast<uint32_t>(mode)];
    walks.costs.resize(arrivals_.size() * exits_.size());
    walks.paths.resize(walks.costs.size());
    const size_t at = arrival * exits_.size() + exit;
    walks.costs[at] = cost * cell_cost_m_;
    EncodeTurns(turns, walks.paths[at]);
  }

  const GridView& grid_;
  std::span<const MapExit> exits_;
  std::span<const PlacedPoint> arrivals_;
  const bool has_tables_;
  GridGroundCache grounds_;
  GridGround ground_;
  double cell_cost_m_ = 0;
  StepFlood flood_;
  GridWorkspace grid_space_;
  TriggerBits trigger_bits_;
  std::vector<uint8_t> is_walk_in_;              // by cell
  std::vector<std::vector<uint32_t>> sets_off_;  // by exit: the cells that set it off and none before it
  std::map<Hash128, uint32_t> table_numbers_;    // by content
  BakedGrid baked_;
};

// All travellers stand on the same cells and walk the same paths.
class GridPortalBaker : public PortalBaker {
 public:
  absl::StatusOr<PlacedTrigger> PlaceTrigger(const WalkedMap& map, const TriggerSpec& spec) const override {
    WS_ASSIGN_OR_RETURN(const GridView* const grid, GridOf(map.map));
    const Vec3& origin = map.origin();
    PlacedTrigger trigger;
    trigger.box = spec.box;
    if (spec.cells.has_value()) {
      const std::optional<Aabb> box = BoxOfCells(*grid, *spec.cells);
      if (!box.has_value()) return trigger;
      trigger.box = {box->min + origin, box->max + origin};
    }
    // Absolute heights, so that a box that ends at the grid's own holds it.
    const double height_m = origin.y + grid->header().height_m;
    if (trigger.box.min.y > height_m || trigger.box.max.y < height_m) return trigger;
    trigger.cells = FreeCellsIn(*grid, grid->bits(), {trigger.box.min - origin, trigger.box.max - origin});
    if (!trigger.cells.empty()) {
      trigger.standing = map.Walkers();
      trigger.anchor = grid->CenterOf(grid->CellOf(trigger.cells[trigger.cells.size() / 2]));
    }
    trigger.anchor = trigger.anchor + origin;
    return trigger;
  }

  absl::StatusOr<MapArrival> PlacePoint(const WalkedMap& map, const PlaceSpec& spec) const override {
    WS_ASSIGN_OR_RETURN(const GridView* const grid, GridOf(map.map));
    WS_ASSIGN_OR_RETURN(const PlacedPoint point, PlaceOnGrid(*grid, map.origin(), spec));
    const TravellerSet walkers = map.Walkers();
    MapArrival points(map.travellers.size(), point);
    for (size_t i = 0; i < points.size(); ++i) {
      points[i].has_ground = point.has_ground && (walkers & SetOf(i)) != 0;
    }
    return points;
  }

  uint64_t StepTableBytesOf(const LoadedMap& map, size_t exits, size_t arrivals) const override {
    const absl::StatusOr<const GridView*> grid = GridOf(map);
    if (!grid.ok()) return 0;
    const BitGrid bits = (*grid)->bits();
    uint64_t free_cells = 0;
    for (size_t word = 0; word < BitLines{bits.rows, bits.columns}.WordCount(); ++word) {
      free_cells += static_cast<uint64_t>(std::popcount(bits.row_words[word]));
    }
    return kWorldModes * (exits + arrivals) * StepTableBytes(free_cells);
  }

  void Describe(const LoadedMap& map, WorldMap& record) const override {
    const absl::StatusOr<const GridView*> view = GridOf(map);
    if (!view.ok()) return;
    const GridHeader& grid = (*view)->header();
    record.columns = grid.columns;
    record.rows = grid.rows;
    record.cell_size_m = grid.cell_size_m;
    record.corner_x_m = grid.corner_x_m;
    record.height_m = grid.height_m;
    record.corner_z_m = grid.corner_z_m;
  }

  absl::StatusOr<std::optional<GridPortals::Arrays>> TakeOver(const LoadedWorld& old,
                                                              WorldMapIndex map) const override {
    return old.GridArrays(map);
  }

 private:
  absl::StatusOr<BakedPortals> BakeAll(const WalkedMap& map, std::span<const MapExit> exits,
                                       std::span<const MapArrival> arrivals, bool has_tables) const override {
    WS_ASSIGN_OR_RETURN(const GridView* const grid, GridOf(map.map));
    const std::vector<PlacedPoint> points = ArrivalsOf(arrivals, 0);
    BakedGrid baked = GridWalkBaker(*grid, exits, points, has_tables).Bake();
    return BakedPortals{std::vector(map.travellers.size(), baked.walks), std::move(baked.portals)};
  }
};

}  // namespace

const PortalBaker& PortalsOfGrids() {
  static const GridPortalBaker kBaker;
  return kBaker;
}

}  // namespace waystone
