#include "bake/world/grid_portal_baker.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "core/base/hash128.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_workspace.h"
#include "core/grid/step_flood.h"
#include "core/grid/trigger_bits.h"
#include "core/path/search_outcome.h"
#include "core/surface/grid/grid_ground.h"
#include "core/surface/grid/grid_way.h"
#include "core/surface/grid/searched_walks.h"
#include "core/world/grid_walks.h"
#include "core/world/path_code.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class GridPortalBaker {
 public:
  GridPortalBaker(const GridView& grid, std::span<const MapExit> exits, std::span<const PlacedPoint> arrivals,
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
    std::vector<GridPath> ways(exits_.size());
    for (size_t i = 0; i < arrivals_.size(); ++i) {
      searched.ToExits(grid_.CellOf(arrivals_[i].node), 0, {}, ways);
      for (size_t k = 0; k < ways.size(); ++k) {
        const bool is_found = ways[k].outcome == SearchOutcome::kFound;
        AddWalk(mode, i, k, is_found ? ways[k].cost : kInfinite, ways[k].turns);
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

}  // namespace

BakedGrid BakeGridPortals(const GridView& grid, std::span<const MapExit> exits,
                          std::span<const PlacedPoint> arrivals, bool has_tables) {
  return GridPortalBaker(grid, exits, arrivals, has_tables).Bake();
}

}  // namespace waystone
