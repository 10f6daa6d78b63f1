// What a search for several places at once looks for.
#pragma once

#include <cstdint>

namespace waystone {

// A cell of a target; a target is the nearest of its cells.
struct TargetCell {
  uint32_t cell = 0;  // its id
  uint32_t target = 0;

  friend constexpr auto operator<=>(const TargetCell&, const TargetCell&) = default;
};

}  // namespace waystone
