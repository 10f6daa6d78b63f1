#include "core/grid/grid_shape.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/grid/cell_costs.h"
#include "core/grid/sight.h"

namespace waystone {
namespace {

int32_t Sign(int32_t value) { return (value > 0) - (value < 0); }

}  // namespace

void ExpandCells(std::span<const Cell> turns, std::vector<Cell>& cells) {
  cells.assign(1, turns.front());
  for (size_t i = 1; i < turns.size(); ++i) {
    const Cell step{Sign(turns[i].column - turns[i - 1].column), Sign(turns[i].row - turns[i - 1].row)};
    for (Cell at = turns[i - 1]; at != turns[i];) {
      at = {at.column + step.column, at.row + step.row};
      cells.push_back(at);
    }
  }
}

double LineCost(const GridGround& ground, Cell from, Cell to) {
  const int64_t columns = std::abs(to.column - from.column);
  const int64_t rows = std::abs(to.row - from.row);
  const int64_t whole = 2 * std::max<int64_t>(columns, 1) * std::max<int64_t>(rows, 1);
  const Cell step{Sign(to.column - from.column), Sign(to.row - from.row)};
  // The distance along the line, of `whole`, at which the next column and the next row begin.
  const int64_t column_stride = columns == 0 ? 0 : whole / columns;
  const int64_t row_stride = rows == 0 ? 0 : whole / rows;
  int64_t next_column = columns == 0 ? whole : column_stride / 2;
  int64_t next_row = rows == 0 ? whole : row_stride / 2;
  int64_t done = 0;
  double cost = 0;
  for (Cell at = from;;) {
    const int64_t next = std::min({next_column, next_row, whole});
    cost += static_cast<double>(next - done) * static_cast<double>(CostOf(ground, at));
    done = next;
    if (at == to) break;
    if (next == next_column) {
      at.column += step.column;
      next_column += column_stride;
    }
    if (next == next_row) {
      at.row += step.row;
      next_row += row_stride;
    }
  }
  return cost * std::hypot(static_cast<double>(columns), static_cast<double>(rows)) /
         static_cast<double>(whole);
}

void PathSmoother::MeasureCosts(const GridGround& ground, std::span<const Cell> turns) {
  ExpandCells(turns, cells_);
  costs_.assign(1, 0);
  double cost = 0;
  for (size_t i = 1; i < cells_.size(); ++i) {
    cost += StepCost(ground, cells_[i - 1], cells_[i]);
    if (cells_[i] == turns[costs_.size()]) costs_.push_back(cost);
  }
}

void PathSmoother::LeaveOutTurns(const GridGround& ground, std::span<const Cell> turns,
                                 std::vector<Cell>& smooth) {
  if (!ground.is_uniform) MeasureCosts(ground, turns);
  const auto may_join = [&](size_t from, size_t to) {
    if (!SeesCell(ground.bits, turns[from], turns[to])) return false;
    return ground.is_uniform || LineCost(ground, turns[from], turns[to]) <= costs_[to] - costs_[from];
  };
  smooth.assign(1, turns.front());
  for (size_t at = 0; at + 1 < turns.size();) {
    // Gallops while the line is free, then bisects the rest.
    size_t seen = at + 1;
    size_t unseen = turns.size();
    for (size_t stride = 1; seen + stride < unseen; stride *= 2) {
      (may_join(at, seen + stride) ? seen : unseen) = seen + stride;
    }
    while (seen + 1 < unseen) {
      const size_t middle = (seen + unseen) / 2;
      (may_join(at, middle) ? seen : unseen) = middle;
    }
    smooth.push_back(turns[seen]);
    at = seen;
  }
}

void PathSmoother::Smooth(const GridGround& ground, std::span<const Cell> turns,
                          std::vector<GridPoint>& line) {
  LeaveOutTurns(ground, turns, kept_);
  if (ground.is_uniform) {
    puller_.Pull(ground.bits, kept_, line);
    return;
  }
  line.clear();
  for (const Cell turn : kept_) line.push_back(MiddleOf(turn));
}

}  // namespace waystone
