#include "core/grid/straight_line.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "core/grid/cell_costs.h"

namespace waystone {
namespace {

enum class LineOrder : uint8_t { kDiagonalFirst, kDiagonalLast, kSpread };

struct Line {
  Cell start;
  Cell step;         // of a diagonal
  Cell straight;     // of a straight step
  int32_t count;     // of steps
  int32_t diagonal;  // of these

  Line(Cell from, Cell to) : start(from) {
    const int32_t columns = to.column - from.column;
    const int32_t rows = to.row - from.row;
    step = {columns < 0 ? -1 : 1, rows < 0 ? -1 : 1};
    count = std::max(std::abs(columns), std::abs(rows));
    diagonal = std::min(std::abs(columns), std::abs(rows));
    straight = std::abs(columns) > std::abs(rows) ? Cell{step.column, 0} : Cell{0, step.row};
  }

  bool IsDiagonal(LineOrder order, int32_t i) const {
    if (order == LineOrder::kDiagonalFirst) return i < diagonal;
    if (order == LineOrder::kDiagonalLast) return i >= count - diagonal;
    return ((i + 1) * diagonal * 2 + count) / (2 * count) != (i * diagonal * 2 + count) / (2 * count);
  }
};

class Walker {
 public:
  Walker(const GridGround& ground, float least) : ground_(ground), least_(least) {}

  bool IsGood(const Line& line, LineOrder order) const {
    Cell at = line.start;
    for (int32_t i = 0; i < line.count; ++i) {
      if (line.IsDiagonal(order, i)) {
        if (!IsCheap({at.column + line.step.column, at.row})) return false;
        if (!IsCheap({at.column, at.row + line.step.row})) return false;
        at = {at.column + line.step.column, at.row + line.step.row};
      } else {
        at = {at.column + line.straight.column, at.row + line.straight.row};
      }
      if (!IsCheap(at)) return false;
    }
    return true;
  }

  bool IsCheap(Cell cell) const { return ground_.bits.IsFree(cell) && CostOf(ground_, cell) <= least_; }

 private:
  const GridGround& ground_;
  const float least_;
};

void WriteTurns(const Line& line, LineOrder order, std::vector<Cell>& turns) {
  turns.assign(1, line.start);
  Cell at = line.start;
  for (int32_t i = 0; i < line.count; ++i) {
    const bool is_diagonal = line.IsDiagonal(order, i);
    const Cell step = is_diagonal ? line.step : line.straight;
    at = {at.column + step.column, at.row + step.row};
    const bool is_last = i + 1 == line.count;
    if (is_last || line.IsDiagonal(order, i + 1) != is_diagonal) turns.push_back(at);
  }
}

}  // namespace

bool FindStraightLine(const GridGround& ground, float least, Cell start, Cell goal, GridPath& path) {
  const Walker walker(ground, least);
  if (!walker.IsCheap(start)) return false;
  const Line line(start, goal);
  constexpr std::array<LineOrder, 3> kOrders = {LineOrder::kDiagonalFirst, LineOrder::kDiagonalLast,
                                                LineOrder::kSpread};
  const auto* order =
      std::ranges::find_if(kOrders, [&](LineOrder tried) { return walker.IsGood(line, tried); });
  if (order == kOrders.end()) return false;
  path.outcome = SearchOutcome::kFound;
  path.method = GridMethod::kStraightLine;
  path.steps = {static_cast<uint32_t>(line.count - line.diagonal), static_cast<uint32_t>(line.diagonal)};
  path.cost = path.steps.Length() * static_cast<double>(least);
  path.cost_ratio = 1;
  path.expanded = 0;
  WriteTurns(line, *order, path.turns);
  return true;
}

}  // namespace waystone
