// Cheapest paths from every cell of a grid to one place, or to the trigger of a portal, as next steps.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/graph/best_first.h"
#include "core/grid/grid_path.h"
#include "core/grid/step_table.h"

namespace waystone {

// Handles triggers that are set off by walking into them: such a cell ends every path that comes to it, but
// does not block a path that starts on it, nor a diagonal step beside it. Cells are given by id. Takes 10
// bytes per cell and keeps them for the next search. One thread.
class StepFlood {
 public:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  // `is_trigger` has a byte per cell, or is empty if no trigger is set off. The ground must outlive this.
  void SetGround(const GridGround& ground, std::span<const uint8_t> is_trigger);

  // From every cell to the nearest of `cells`, a trigger. If the trigger is set off by walking into it, its
  // own cells are marked kStepSetsOff. Otherwise paths end in its cells, even in those that are also in other
  // triggers, which no path enters. REQUIRES: free cells; if the trigger is set off, all are `is_trigger`.
  void ToTrigger(std::span<const uint32_t> cells, bool is_set_off);
  // From a place to every cell; the steps lead back to the place. REQUIRES: a free cell.
  void FromPlace(uint32_t cell);

  // [cells] The cost of the path in the last of the two searches; kNever if there is none.
  double CostAt(uint32_t cell) const { return cost_[SpotOf(cell)]; }
  // The entries of all free cells, as in StepTable.
  std::vector<uint8_t> Table() const;

 private:
  // An index into arrays with a border of blocked cells around the grid.
  using Spot = uint32_t;
  static constexpr uint8_t kFree = 1;
  static constexpr uint8_t kTrigger = 2;  // and free

  Spot SpotOf(uint32_t cell) const { return (cell / columns_ + 1) * stride_ + cell % columns_ + 1; }
  Spot SpotOf(Cell cell) const {
    return static_cast<uint32_t>(cell.row + 1) * stride_ + static_cast<uint32_t>(cell.column + 1);
  }
  Cell CellOf(Spot spot) const {
    return {static_cast<int32_t>(spot % stride_) - 1, static_cast<int32_t>(spot / stride_) - 1};
  }
  Spot After(Spot spot, uint8_t direction) const { return spot + offsets_[direction]; }
  bool IsTrigger(Spot spot) const { return (kinds_[spot] & kTrigger) != 0; }
  // Infinite if the step is not allowed.
  double StepCostFrom(Spot spot, uint8_t direction) const;
  void Start(Spot spot, uint8_t mark);
  void Flood();
  void LeaveTriggers();

  const GridGround* ground_ = nullptr;
  uint32_t columns_ = 0;
  uint32_t stride_ = 0;
  uint32_t offsets_[kStepDirections] = {};  // modulo 2^32
  std::vector<uint8_t> kinds_;
  std::vector<double> cost_;
  std::vector<uint8_t> step_;
  OpenNodes<double> open_;
};

}  // namespace waystone
