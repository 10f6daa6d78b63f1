// What a search for several places at once looks for.
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

// How far it is worth going for targets. [cells]
struct TargetBounds {
  // Ways that cost as much or more need not be found.
  double below_cost = std::numeric_limits<double>::infinity();
  // By target, the least that is left to pay behind it, infinite where it leads nowhere; empty: not known. A
  // target that all in all costs more than another one need not be found; where both cost the same, but for
  // the rounding of sums, both are.
  std::span<const double> beyond = {};

  // What all in all may cost where `least` is known. [cells]
  static double WithSlack(double least) { return least * (1 + 1e-11) + 1e-6; }
};

}  // namespace waystone
