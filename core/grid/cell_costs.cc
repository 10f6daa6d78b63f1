#include "core/grid/cell_costs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

namespace waystone {

float LeastCost(const GridGround& ground) {
  if (ground.is_uniform) return 1;
  float least = std::numeric_limits<float>::infinity();
  uint64_t areas = ground.map->used_areas();
  if (ground.is_changed) areas |= 1U << 1;
  for (; areas != 0; areas &= areas - 1) {
    least = std::min(least, ground.area_cost[static_cast<size_t>(std::countr_zero(areas))]);
  }
  return least;
}

}  // namespace waystone
