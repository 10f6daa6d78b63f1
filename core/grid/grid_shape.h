// The shapes in which a found path is returned: its turns, every cell of it, or a shorter line.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/heap_bytes.h"
#include "core/grid/grid_path.h"
#include "core/grid/grid_point.h"
#include "core/grid/taut_string.h"

namespace waystone {

// All cells of the path, in order. Overwrites `cells`. REQUIRES: `turns` as in GridPath.
void ExpandCells(std::span<const Cell> turns, std::vector<Cell>& cells);

// [cells] The cost of walking straight from the middle of one cell to that of another: each cell's cost times
// the length of the line in it. REQUIRES: SeesCell(from, to).
double LineCost(const GridGround& ground, Cell from, Cell to);

// Smooths found paths. Owns scratch memory; one thread.
class PathSmoother {
 public:
  // Leaves out a turn if the turns around it see each other (SeesCell), so that the line over `smooth` cuts
  // no corner. Over ground of different costs a line replaces a stretch of the path only if it costs no more
  // (LineCost). Overwrites `smooth`. REQUIRES: `turns` as in GridPath.
  void LeaveOutTurns(const GridGround& ground, std::span<const Cell> turns, std::vector<Cell>& smooth);

  // The same, then pulled taut (StringPuller) if all ground costs the same: never longer, and the shortest of
  // all lines that pass the obstacles on the same sides. It bends at corners of blocked cells.
  void Smooth(const GridGround& ground, std::span<const Cell> turns, std::vector<GridPoint>& line);

  // [bytes]
  uint64_t HeapBytes() const { return waystone::HeapBytes(costs_, cells_, kept_, puller_); }

 private:
  void MeasureCosts(const GridGround& ground, std::span<const Cell> turns);

  std::vector<double> costs_;  // of the path up to each turn, if the ground is not uniform
  std::vector<Cell> cells_;
  std::vector<Cell> kept_;
  StringPuller puller_;
};

}  // namespace waystone
