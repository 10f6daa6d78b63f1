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

// The middle of a square of a plane's cut, map-local.
inline Vec3 MiddleOf(const CutPlane& plane, const SurfaceCut& cut, uint32_t column, uint32_t row) {
  const double right = cut.corner.x + (column + 0.5) * cut.cell_m;
  const double up = cut.corner.z + (row + 0.5) * cut.cell_m;
  if (plane.is_level) return {right, plane.height_m, up};
  const double length_m = Distance(plane.from, plane.to);
  const Vec2 at = plane.from + (plane.to - plane.from) * (length_m > 0 ? right / length_m : 0.0);
  return {at.x, up, at.z};
}

}  // namespace waystone
