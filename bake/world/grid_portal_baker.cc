#include "bake/world/grid_portal_baker.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/hash128.h"
#include "core/grid/step_flood.h"
#include "core/query/grid_ground.h"
#include "core/query/grid_way.h"
#include "core/world/grid_walks.h"
#include "core/world/path_code.h"

namespace waystone {
namespace {

class GridPortalBaker {
 public:
  GridPortalBaker(const GridView& grid, std::span<const MapExit> exits, std::span<const PlacedPoint> arrivals)
      : grid_(grid), exits_(exits), arrivals_(arrivals), ground_(*grounds_.GroundOf(grid, {})) {
    if (!arrivals.empty()) {
      cell_cost_m_ = CostOfCells(ground_, grid.CellOf(arrivals[0].node)) * grid.header().cell_size_m;
    }
  }

  BakedPortals Bake() {
    FillTriggers();
    data().free_before = CountFreeBefore(ground_.bits);
    for (uint32_t mode = 0; mode < kWorldModes; ++mode) MakeTrees(static_cast<WorldMode>(mode));
    const absl::StatusOr<GridPortals> portals = View();
    for (uint32_t mode = 0; mode < kWorldModes; ++mode) Walk(*portals, static_cast<WorldMode>(mode));
    return std::move(baked_);
  }

 private:
  GridPortalsData& data() { return baked_.grid; }

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

  uint32_t Keep() {
    const std::vector<uint8_t> table = flood_.Table();
    Hasher128 hasher;
    hasher.Add(std::as_bytes(std::span(table)));
    const auto [entry, is_new] =
        table_numbers_.try_emplace(hasher.Finish(), static_cast<uint32_t>(table_numbers_.size()));
    if (is_new) data().steps.insert(data().steps.end(), table.begin(), table.end());
    return entry->second;
  }

  void MakeTrees(WorldMode mode) {
    const bool teleports = mode == WorldMode::kWalkInTeleports;
    flood_.SetGround(ground_, teleports ? std::span<const uint8_t>(is_walk_in_) : std::span<const uint8_t>());
    for (size_t i = 0; i < exits_.size(); ++i) {
      const bool is_set_off = teleports && exits_[i].is_walk_in;
      flood_.ToTrigger(is_set_off ? sets_off_[i] : exits_[i].trigger.cells, is_set_off);
      data().tables.push_back(Keep());
    }
    for (const PlacedPoint& arrival : arrivals_) {
      flood_.FromPlace(arrival.node);
      data().tables.push_back(Keep());
    }
  }

  absl::StatusOr<GridPortals> View() {
    WorldMap map{};
    map.columns = grid_.columns();
    map.rows = grid_.rows();
    map.exit_count = static_cast<uint32_t>(exits_.size());
    map.arrival_count = static_cast<uint32_t>(arrivals_.size());
    return GridPortals::Create(GridPortals::ArraysOf(data()), map, ground_.bits);
  }

  void Walk(const GridPortals& portals, WorldMode mode) {
    WalkTable& walks = baked_.walks[static_cast<uint32_t>(mode)];
    std::vector<Cell> turns;
    for (const PlacedPoint& arrival : arrivals_) {
      for (uint32_t exit = 0; exit < exits_.size(); ++exit) {
        turns.clear();
        const GridWalk walk = WalkToExit(ground_, portals, mode, exit, grid_.CellOf(arrival.node), &turns);
        walks.costs.push_back(walk.cost * cell_cost_m_);
        EncodeTurns(turns, walks.paths.emplace_back());
      }
    }
  }

  const GridView& grid_;
  std::span<const MapExit> exits_;
  std::span<const PlacedPoint> arrivals_;
  GridGroundCache grounds_;
  GridGround ground_;
  double cell_cost_m_ = 0;
  StepFlood flood_;
  std::vector<uint8_t> is_walk_in_;              // by cell
  std::vector<std::vector<uint32_t>> sets_off_;  // by exit: the cells that set it off and none before it
  std::map<Hash128, uint32_t> table_numbers_;    // by content
  BakedPortals baked_;
};

}  // namespace

BakedPortals BakeGridPortals(const GridView& grid, std::span<const MapExit> exits,
                             std::span<const PlacedPoint> arrivals) {
  return GridPortalBaker(grid, exits, arrivals).Bake();
}

}  // namespace waystone
