#include "bench/grid/cell_dijkstra.h"

#include <algorithm>
#include <bit>

#include "core/base/status_macros.h"
#include "core/grid/step_table.h"
#include "core/surface/grid/grid_of_map.h"

namespace waystone {
namespace {

constexpr auto kIsLater = [](const auto& a, const auto& b) { return a.cost > b.cost; };

}  // namespace

absl::Status CellDijkstra::Open(WorldStore& store) {
  world_ = &store.world().view();
  maps_.resize(world_->maps().size());
  for (uint32_t i = 0; i < maps_.size(); ++i) {
    Map& map = maps_[i];
    WS_ASSIGN_OR_RETURN(map.entry, store.Open(WorldMapIndex(i)));
    WS_ASSIGN_OR_RETURN(const MapView view, map.entry->map->View("", {}, ZonesNeed::kIfReady));
    if (FindGrid(view) == nullptr)
      return absl::InvalidArgumentError("--queries: not all maps of the world are grids");
    map.bits = FindGrid(view)->bits();
    WS_ASSIGN_OR_RETURN(map.portals, store.world().PortalsOfGrid(WorldMapIndex(i), map.bits));
    map.free_before = CountFreeBefore(map.bits);
    first_nodes_.push_back(static_cast<uint32_t>(nodes_.size()));
    for (uint32_t id = 0; id < map.bits.columns * map.bits.rows; ++id) {
      if (FindGrid(view)->IsFree(FindGrid(view)->CellOf(id))) nodes_.push_back({.cell = id, .steps = {}});
    }
    map.has_trigger.resize(nodes_.size() - first_nodes_.back());
    for (uint32_t exit = 0; exit < world_->maps()[i].exit_count; ++exit) {
      for (const uint32_t cell : map.portals->TriggerCells(MapExitId(exit))) {
        map.has_trigger[NodeOf(i, FindGrid(view)->CellOf(cell)) - first_nodes_[i]] = 1;
      }
    }
  }
  return absl::OkStatus();
}

uint32_t CellDijkstra::NodeOf(uint32_t map, Cell cell) const {
  const BitGrid& bits = maps_[map].bits;
  const auto bit = static_cast<uint32_t>(cell.column + 1);
  const size_t word =
      static_cast<size_t>(cell.row + 1) * BitLines{bits.rows, bits.columns}.StrideWords() + bit / 64;
  const uint64_t before = bits.row_words[word] & ((uint64_t{1} << bit % 64) - 1);
  return first_nodes_[map] + maps_[map].free_before[word] + static_cast<uint32_t>(std::popcount(before));
}

void CellDijkstra::Reach(uint32_t node, GridSteps steps) {
  Node& reached = nodes_[node];
  if (reached.generation == generation_ && reached.steps.Length() <= steps.Length()) return;
  reached.generation = generation_;
  reached.steps = steps;
  open_.push_back({steps.Length(), node});
  std::push_heap(open_.begin(), open_.end(), kIsLater);
}

void CellDijkstra::UsePortals(uint32_t map, uint32_t cell, GridSteps steps, bool only_first) {
  const WorldMap& record = world_->maps()[map];
  for (uint32_t exit = 0; exit < record.exit_count; ++exit) {
    const std::span<const uint32_t> cells = maps_[map].portals->TriggerCells(MapExitId(exit));
    if (!std::ranges::binary_search(cells, cell)) continue;
    const WorldArrival& arrival = world_->ArrivalOf(record.PortalOf(MapExitId(exit)), TravellerId(0));
    const WorldMap& to = world_->Map(arrival.map);
    Reach(NodeOf(arrival.map.value(), {static_cast<int32_t>(arrival.node % to.columns),
                                       static_cast<int32_t>(arrival.node / to.columns)}),
          steps);
    if (only_first) return;
  }
}

void CellDijkstra::Expand(uint32_t node, WorldMode mode) {
  const auto next_map = std::upper_bound(first_nodes_.begin(), first_nodes_.end(), node);
  const auto map = static_cast<uint32_t>(next_map - first_nodes_.begin() - 1);
  const BitGrid& bits = maps_[map].bits;
  const Node& from = nodes_[node];
  const Cell cell{static_cast<int32_t>(from.cell % bits.columns),
                  static_cast<int32_t>(from.cell / bits.columns)};
  const bool teleports = mode == WorldMode::kWalkInTeleports;
  if (!teleports && maps_[map].has_trigger[node - first_nodes_[map]] != 0) {
    UsePortals(map, from.cell, from.steps, false);
  }
  for (uint8_t d = 0; d < kStepDirections; ++d) {
    const Cell to = CellAfter(cell, d);
    if (!bits.IsFree(to)) continue;
    // Not BitGrid::MayStep: this search checks the answers of searches that use it.
    const bool is_diagonal = d >= kStraightSteps;
    if (is_diagonal && (!bits.IsFree({to.column, cell.row}) || !bits.IsFree({cell.column, to.row}))) continue;
    GridSteps steps = from.steps;
    ++(is_diagonal ? steps.diagonal : steps.cardinal);
    const uint32_t next = NodeOf(map, to);
    if (teleports && maps_[map].has_trigger[next - first_nodes_[map]] != 0) {
      UsePortals(map, nodes_[next].cell, steps, true);
    } else {
      Reach(next, steps);
    }
  }
}

std::optional<GridSteps> CellDijkstra::Find(const WorldQueryRow& query, WorldMode mode) {
  ++generation_;
  expanded_ = 0;
  open_.clear();
  const uint32_t goal = NodeOf(query.to_map.value(), query.goal);
  Reach(NodeOf(query.from_map.value(), query.start), {});
  while (!open_.empty()) {
    const Waiting next = open_.front();
    std::pop_heap(open_.begin(), open_.end(), kIsLater);
    open_.pop_back();
    if (next.cost > nodes_[next.node].steps.Length()) continue;
    ++expanded_;
    if (next.node == goal) return nodes_[goal].steps;
    Expand(next.node, mode);
  }
  return std::nullopt;
}

}  // namespace waystone
