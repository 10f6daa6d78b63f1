// A compact code for paths over grids.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.h"

namespace waystone {

// Appends a path: for each straight stretch the number of its steps times eight plus its direction
// (step_table.h), seven bits per byte, the lowest first, all but the last byte with the highest bit set. A
// path of one cell has no bytes. REQUIRES: between two turns the path goes straight or diagonally.
void EncodeTurns(std::span<const Cell> turns, std::vector<uint8_t>& bytes);

// The inverse: appends the turns of a path from `start`. False if the bytes are cut off, or lead out of a
// grid of this size.
bool DecodeTurns(std::span<const uint8_t> bytes, Cell start, uint32_t columns, uint32_t rows,
                 std::vector<Cell>& turns);

}  // namespace waystone
