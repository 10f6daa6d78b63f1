#include "core/skeleton/compass.h"

#include <cmath>

namespace waystone {

uint32_t DirectionOf(Vec2 path) {
  constexpr double kTanEighth = 0.41421356237309503;  // of half a sector
  const double ax = std::abs(path.x);
  const double az = std::abs(path.z);
  const int dx = ax > az * kTanEighth ? (path.x > 0 ? 1 : -1) : 0;
  const int dz = az > ax * kTanEighth ? (path.z > 0 ? 1 : -1) : 0;
  for (uint32_t direction = 0; direction < kDirectionCount; ++direction) {
    if (kCompass[direction][0] == dx && kCompass[direction][1] == dz) return direction;
  }
  return 0;
}

}  // namespace waystone
