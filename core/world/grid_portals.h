// The portals of a world on one grid: the cells of their triggers, and a tree of cheapest paths for every
// exit and every arrival (S4.5), in each mode, if the world has trees.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/grid/bit_grid.h"
#include "core/grid/step_table.h"
#include "core/world/world_format.h"

namespace waystone {

// Owned data, as the baker writes it.
struct GridPortalsData {
  std::vector<uint32_t> trigger_rows;  // one per exit and one more
  std::vector<uint32_t> triggers;      // ids of cells, ascending within an exit
  std::vector<uint32_t> walk_in;       // ids of the cells that walking into sets off, ascending
  // Empty for a map without tables: CountFreeBefore; by mode, then exits, then arrivals, the number of the
  // table.
  std::vector<uint32_t> free_before;
  std::vector<uint32_t> tables;
  std::vector<uint8_t> steps;  // tables of StepTableBytes(free cells) each
};

// A borrowed, checked view. Trivially copied; any thread.
class GridPortals {
 public:
  struct Arrays {
    std::span<const uint32_t> trigger_rows;
    std::span<const uint32_t> triggers;
    std::span<const uint32_t> walk_in;
    std::span<const uint32_t> free_before;
    std::span<const uint32_t> tables;
    std::span<const uint8_t> steps;
  };

  static Arrays ArraysOf(const GridPortalsData& data) {
    return {data.trigger_rows, data.triggers, data.walk_in, data.free_before, data.tables, data.steps};
  }

  // DataLoss naming the array and the rule broken. O(words of the bitmap + triggers).
  static absl::StatusOr<GridPortals> Create(const Arrays& arrays, const WorldMap& map, const BitGrid& bits);

  std::span<const uint32_t> TriggerCells(MapExitId exit) const {
    const uint32_t first = arrays_.trigger_rows[exit.value()];
    return arrays_.triggers.subspan(first, arrays_.trigger_rows[exit.value() + 1] - first);
  }
  // The trigger cells of walk-in portals.
  std::span<const uint32_t> WalkInCells() const { return arrays_.walk_in; }
  bool IsWalkIn(uint32_t cell) const;
  // Whether there are trees; without them, paths to and from portals are searched.
  bool has_tables() const { return !arrays_.tables.empty(); }
  // Steps to an exit, or back to an arrival. REQUIRES: has_tables().
  StepTable ToExit(WorldMode mode, MapExitId exit) const { return Table(mode, exit.value()); }
  StepTable FromArrival(WorldMode mode, MapArrivalId arrival) const {
    return Table(mode, exit_count_ + arrival.value());
  }

 private:
  GridPortals(const Arrays& arrays, const WorldMap& map, const BitGrid& bits, uint64_t table_bytes)
      : arrays_(arrays),
        bits_(bits),
        exit_count_(map.exit_count),
        per_mode_(map.exit_count + map.arrival_count),
        table_bytes_(table_bytes) {}
  StepTable Table(WorldMode mode, uint32_t index) const;

  Arrays arrays_;
  BitGrid bits_;
  uint32_t exit_count_;
  uint32_t per_mode_;
  uint64_t table_bytes_;
};

}  // namespace waystone
