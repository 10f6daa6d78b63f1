// Cells of a grid, and the steps of a path over it.
#pragma once

#include <cstdint>
#include <numbers>

namespace waystone {

// The longest side of a grid, in cells.
inline constexpr uint32_t kMaxGridSide = 8192;

// A square cell. Columns grow with x, rows with z. A cell's id is row * columns + column.
struct Cell {
  int32_t column = 0;
  int32_t row = 0;
  friend constexpr bool operator==(Cell, Cell) = default;
};

// The numbers of straight and diagonal steps of a path. As the square root of 2 is irrational, all shortest
// paths between two cells have the same two numbers.
struct GridSteps {
  uint32_t cardinal = 0;
  uint32_t diagonal = 0;
  friend constexpr bool operator==(GridSteps, GridSteps) = default;

  // [cells]
  double Length() const { return cardinal + diagonal * std::numbers::sqrt2; }
};

}  // namespace waystone
