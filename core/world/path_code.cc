#include "core/world/path_code.h"

#include <algorithm>
#include <cstdlib>

#include "core/grid/step_table.h"

namespace waystone {
namespace {

int32_t Sign(int32_t value) { return value > 0 ? 1 : value < 0 ? -1 : 0; }

uint32_t DirectionTo(Cell from, Cell to) {
  const int32_t column = Sign(to.column - from.column);
  const int32_t row = Sign(to.row - from.row);
  uint32_t direction = 0;
  while (kStepColumns[direction] != column || kStepRows[direction] != row) ++direction;
  return direction;
}

}  // namespace

void EncodeTurns(std::span<const Cell> turns, std::vector<uint8_t>& bytes) {
  for (size_t i = 1; i < turns.size(); ++i) {
    const Cell from = turns[i - 1];
    const Cell to = turns[i];
    const auto steps =
        static_cast<uint32_t>(std::max(std::abs(to.column - from.column), std::abs(to.row - from.row)));
    uint32_t value = steps * kStepDirections + DirectionTo(from, to);
    for (; value >= 128; value >>= 7) bytes.push_back(static_cast<uint8_t>(value | 128));
    bytes.push_back(static_cast<uint8_t>(value));
  }
}

bool DecodeTurns(std::span<const uint8_t> bytes, Cell start, uint32_t columns, uint32_t rows,
                 std::vector<Cell>& turns) {
  turns.push_back(start);
  for (size_t i = 0; i < bytes.size();) {
    uint32_t value = 0;
    for (uint32_t shift = 0;; shift += 7) {
      if (i == bytes.size() || shift > 14) return false;  // no side has 2^15 cells
      value |= uint32_t{bytes[i] & 127U} << shift;
      if ((bytes[i++] & 128) == 0) break;
    }
    const auto steps = static_cast<int32_t>(value / kStepDirections);
    const uint32_t direction = value % kStepDirections;
    const Cell from = turns.back();
    const Cell to{from.column + steps * kStepColumns[direction], from.row + steps * kStepRows[direction]};
    const bool is_inside = to.column >= 0 && to.row >= 0 && static_cast<uint32_t>(to.column) < columns &&
                           static_cast<uint32_t>(to.row) < rows;
    if (!is_inside) return false;
    turns.push_back(to);
  }
  return true;
}

}  // namespace waystone
