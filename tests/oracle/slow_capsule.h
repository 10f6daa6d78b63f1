// Moving capsules against triangles one by one, without a tree and without derivatives.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/collision/capsule_sweep.h"

namespace waystone {

using SlowTriangle = std::array<Vec3, 3>;

// [m] Between segment pq and the triangle: 0 if the segment crosses it, else the least of the distances of its
// ends from the triangle and of itself from the sides (C. Ericson, Real-Time Collision Detection, 5.1.10).
double SlowDistance(const Vec3& p, const Vec3& q, const SlowTriangle& triangle);

// The fraction at which this triangle blocks the motion by the rule of SweepCapsule; nullopt if it does not.
// Finds the least distance on the way by thirds, then by halving the place at which it became the radius.
std::optional<double> SlowBlock(const SlowTriangle& triangle, const Capsule& capsule,
                                const Vec3& displacement);

// Triangles, each in a ball: those whose ball the capsule's does not come near are left out.
class SlowSolid {
 public:
  explicit SlowSolid(std::vector<SlowTriangle> triangles);

  const std::vector<SlowTriangle>& triangles() const { return triangles_; }
  // The least fraction of SlowBlock. O(triangles).
  std::optional<double> Sweep(const Capsule& capsule, const Vec3& displacement) const;

 private:
  struct Ball {
    Vec3 centre;
    double radius_m = 0;
  };
  std::vector<SlowTriangle> triangles_;
  std::vector<Ball> balls_;
};

}  // namespace waystone
