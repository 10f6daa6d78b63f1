// What a found way is told as: its turns, every cell of it, or a line that is shorter than it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_point.h"
#include "core/grid/taut_string.h"

namespace waystone {

// All cells of the way, in order. `cells` is overwritten. REQUIRES: `turns` as GridPath says.
void ExpandCells(std::span<const Cell> turns, std::vector<Cell>& cells);

// What walking straight from the middle of one cell to that of another costs [cells]: each cell by the length
// of the line in it. REQUIRES: SeesCell(from, to).
double LineCost(const GridGround& ground, Cell from, Cell to);

// Makes found ways smooth. Owns scratch memory; one thread.
class WaySmoother {
 public:
  // Leaves turns out where those around them see each other (SeesCell), so that the line over `smooth` cuts
  // no corner. Over ground of different costs a line replaces a stretch of the way only where it costs no
  // more than that (LineCost). `smooth` is overwritten. REQUIRES: `turns` as GridPath says.
  void LeaveOutTurns(const GridGround& ground, std::span<const Cell> turns, std::vector<Cell>& smooth);

  // The same, and then pulled taut (StringPuller) where all ground costs the same: never longer, and the
  // shortest line of all that pass the obstacles on the same sides. Its bends are corners of what is blocked.
  void Smooth(const GridGround& ground, std::span<const Cell> turns, std::vector<GridPoint>& line);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(costs_, cells_, kept_, puller_); }

 private:
  void MeasureCosts(const GridGround& ground, std::span<const Cell> turns);

  std::vector<double> costs_;  // of the way up to each turn, where the ground is not uniform
  std::vector<Cell> cells_;
  std::vector<Cell> kept_;
  StringPuller puller_;
};

}  // namespace waystone
