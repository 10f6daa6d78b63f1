#include "core/grid/octile_legs.h"

#include <algorithm>
#include <cstdlib>

#include "core/grid/corner_sweep.h"
#include "core/grid/exact_steps.h"

namespace waystone {
namespace {

constexpr int32_t SignOf(int32_t value) { return (value > 0 ? 1 : 0) - (value < 0 ? 1 : 0); }

class TurnWriter {
 public:
  explicit TurnWriter(std::vector<Cell>& turns) : turns_(turns) {}

  Cell direction() const { return direction_; }
  // Goes on from the last turn by that many steps.
  void Go(Cell direction, int32_t count) {
    if (count == 0) return;
    const Cell at = turns_.back();
    if (!(direction == direction_)) turns_.push_back(at);
    direction_ = direction;
    turns_.back() = {at.column + direction.column * count, at.row + direction.row * count};
  }

 private:
  std::vector<Cell>& turns_;
  Cell direction_;
};

}  // namespace

bool IsDiagonalThenStraightFree(const BitGrid& bits, Cell from, Cell to) {
  const int32_t dx = SignOf(to.column - from.column);
  const int32_t dy = SignOf(to.row - from.row);
  while (from.column != to.column && from.row != to.row) {
    const Cell next{from.column + dx, from.row + dy};
    if (!bits.MayStep(from, next)) return false;
    from = next;
  }
  const GridSteps left = OctileSteps(from, to);
  if (left.cardinal == 0) return true;
  const bool is_in_row = from.row == to.row;
  const BitLines shape = is_in_row ? BitLines{bits.rows, bits.columns} : BitLines{bits.columns, bits.rows};
  const auto line = static_cast<size_t>(is_in_row ? from.row : from.column) + 1;
  const uint64_t* words = (is_in_row ? bits.row_words : bits.column_words) + line * shape.StrideWords();
  const auto bit = static_cast<uint32_t>((is_in_row ? from.column : from.row) + 1);
  const uint32_t ones = (is_in_row ? dx : dy) > 0 ? CountOnes<1>(words, bit, left.cardinal + 1)
                                                  : CountOnes<-1>(words, bit, left.cardinal + 1);
  return ones > left.cardinal;
}

GridSteps AppendOctileLegs(std::span<const Cell> cells, std::vector<Cell>& turns) {
  GridSteps steps;
  turns.push_back(cells.front());
  TurnWriter writer(turns);
  for (size_t i = 1; i < cells.size(); ++i) {
    const Cell from = cells[i - 1];
    const Cell to = cells[i];
    const GridSteps leg = OctileSteps(from, to);
    steps.cardinal += leg.cardinal;
    steps.diagonal += leg.diagonal;
    const int32_t columns = to.column - from.column;
    const int32_t rows = to.row - from.row;
    const Cell diagonal{SignOf(columns), SignOf(rows)};
    const bool is_wide = std::abs(columns) > std::abs(rows);
    const Cell cardinal{is_wide ? diagonal.column : 0, is_wide ? 0 : diagonal.row};
    const bool is_straight_first = writer.direction() == cardinal;
    if (is_straight_first) writer.Go(cardinal, static_cast<int32_t>(leg.cardinal));
    writer.Go(diagonal, static_cast<int32_t>(leg.diagonal));
    if (!is_straight_first) writer.Go(cardinal, static_cast<int32_t>(leg.cardinal));
  }
  return steps;
}

}  // namespace waystone
