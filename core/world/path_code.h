// Ways over grids in few bytes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.h"

namespace waystone {

// Appends a way: for each straight stretch the number of its steps times eight plus its direction
// (step_table.h), seven bits a byte, the lowest first, all but the last byte with the highest bit set. A way
// of one cell has no bytes. REQUIRES: between two turns the way goes straight or diagonally.
void EncodeTurns(std::span<const Cell> turns, std::vector<uint8_t>& bytes);

// The inverse: appends the turns of a way from `start`. False where the bytes are cut off, or lead out of a
// grid of that size.
bool DecodeTurns(std::span<const uint8_t> bytes, Cell start, uint32_t columns, uint32_t rows,
                 std::vector<Cell>& turns);

}  // namespace waystone
