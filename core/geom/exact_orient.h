// Tells on which side of a line a point lies. Exact, so that walks and searches over shared vertices never
// contradict themselves.
#pragma once

#include <cmath>

#include "core/geom/vec.h"

namespace waystone {

namespace internal {
// The sign by exact expansion arithmetic. REQUIRES: coordinates of magnitude 1e-100 to 1e100, or zero.
int OrientSignExact(Vec2 a, Vec2 b, Vec2 c);
}  // namespace internal

// The sign of Orient(a, b, c) without rounding: 1 if c lies to the left of a->b, -1 to the right, 0 on the
// line. A floating-point filter (Shewchuk 1997, the "A" stage of orient2d) settles nearly all calls.
inline int OrientSign(Vec2 a, Vec2 b, Vec2 c) {
  const double left = (a.x - c.x) * (b.z - c.z);
  const double right = (a.z - c.z) * (b.x - c.x);
  const double det = left - right;
  const double bound = 3.3306690738754716e-16 * (std::abs(left) + std::abs(right));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return internal::OrientSignExact(a, b, c);
}

}  // namespace waystone
