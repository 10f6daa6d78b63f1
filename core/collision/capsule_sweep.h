// Where an upright capsule that moves straight first touches something solid (S3.7).
//
//   const Capsule capsule{.low = feet + Vec3(0, 0.4, 0), .axis_m = 1.0, .radius_m = 0.4};
//   if (const auto contact = SweepCapsule(solid, capsule, displacement)) {
//     capsule moves as far as displacement * contact->fraction
//   }
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "core/collision/collision_view.h"
#include "core/geom/vec.h"

namespace waystone {

inline constexpr double kLeastCapsuleRadius_m = 0.001;

// All points within the radius of an upright segment, the axis.
struct Capsule {
  Vec3 low;             // the axis' lower end, map-local
  double axis_m = 0;    // [m, 0-] length of the axis; 0: a sphere
  double radius_m = 0;  // [m, kLeastCapsuleRadius_m-]
};

// [m] A motion that brings the capsule deeper into a triangle by no more than this is not blocked by it.
inline constexpr double kCapsuleTouch_m = 1e-4;

// Of a body as wide as that and as high as that, a sphere if it is no higher than wide.
inline Capsule CapsuleAbout(const Vec3& middle, double radius_m, double height_m) {
  const double axis_m = std::max(0.0, height_m - 2 * radius_m);
  return {middle - Vec3(0, axis_m / 2, 0), axis_m, std::max(radius_m, kLeastCapsuleRadius_m)};
}

struct CapsuleContact {
  double fraction = 0;    // [0, 1] of the displacement; there the capsule touches the triangle
  Vec3 at;                // the point of the triangle that it touches
  Vec3 normal;            // unit, there, from the triangle to the capsule
  uint32_t triangle = 0;  // index in the section
};

// The first triangle that blocks the motion of the capsule by `displacement`: of the lowest fraction, and
// among equals of the lowest index. Triangles are solid on both sides. The motion is swept as a whole, so
// that neither its length nor the thinness of what is solid lets anything through.
//
// A triangle blocks a motion that brings the capsule into it, or deeper into it, by more than
// kCapsuleTouch_m. So
// - what the capsule touches, it may slide along and leave; it is blocked, at fraction 0, if it moves in;
// - from a triangle that the capsule overlaps at the start it may move away, and along it; deeper in is
//   blocked at fraction 0. The sides and neighbours of the triangle block as always;
// - if the axis itself crosses the triangle at the start, the capsule counts as on the side of the axis'
//   middle, and may move anywhere but further through the triangle's plane. A triangle without area, or
//   whose plane holds the middle, has no such side and does not block.
// A displacement of zero is never blocked. If several points touch at once, `at` is one of them.
//
// REQUIRES: finite numbers of at most 1e9 m, radius_m >= kLeastCapsuleRadius_m. Fractions are exact to about
// 1e-9 m of motion into the surface. O(log triangles + triangles around the motion, up to the contact); some
// 5 distances for each triangle.
std::optional<CapsuleContact> SweepCapsule(const CollisionView& solid, const Capsule& capsule,
                                           const Vec3& displacement);

}  // namespace waystone
