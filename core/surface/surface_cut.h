// Cuts through maps that are solid in three dimensions, for pictures and tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// A level plane, or an upright one over a line. Map-local.
struct CutPlane {
  bool is_level = true;
  double height_m = 0;  // of a level one
  Vec2 from;            // of an upright one: it begins here,
  Vec2 to;              // and ends here
};

// What lies in squares of the plane. Of a level plane columns run along x and rows along z; of an upright one
// columns run along its line and rows upwards.
struct SurfaceCut {
  static constexpr uint32_t kSolid = ~uint32_t{0};

  uint32_t columns = 0;
  uint32_t rows = 0;
  double cell_m = 0;            // side of a square
  Vec2 corner;                  // [m] of the first one: x and z; of an upright plane 0, and the height
  std::vector<uint32_t> zones;  // by row and column: kSolid, or the zone of the free space there (ZoneId)

  uint32_t At(uint32_t column, uint32_t row) const { return zones[size_t{row} * columns + column]; }
};

}  // namespace waystone
