// Key points seen through squares, by looking for those of each square and floor among all.
#pragma once

#include <cstdint>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

struct SlowSquare {
  uint32_t kept = 0;
  std::vector<uint32_t> members;
};

// By the id kept. Ids are indices of `points`. O(squares x points).
std::vector<SlowSquare> SlowSquares(const std::vector<Vec3>& points, double cell_m, double floor_m);

}  // namespace waystone
