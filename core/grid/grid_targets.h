// Targets of a search for several places at once.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

namespace waystone {

// A cell of a target; a target is the nearest of its cells.
struct TargetCell {
  uint32_t cell = 0;  // its id
  uint32_t target = 0;

  friend constexpr auto operator<=>(const TargetCell&, const TargetCell&) = default;
};

// Limits of what is worth finding. [cells]
struct TargetBounds {
  // Paths that cost as much or more need not be found.
  double below_cost = std::numeric_limits<double>::infinity();
  // By target, the least cost that remains behind it, infinite if it leads nowhere; empty: not known. A
  // target whose total is above another one's need not be found; of equal totals, but for the rounding of
  // sums, all are found.
  std::span<const double> beyond = {};

  // The highest total worth finding if `least` is the least known one. [cells]
  static double WithSlack(double least) { return least * (1 + 1e-11) + 1e-6; }
};

}  // namespace waystone
