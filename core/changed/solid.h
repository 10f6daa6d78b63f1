// Things in the way of a request, as what they take from the ground.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/geom/aabb.h"
#include "core/geom/vec.h"
#include "core/navmesh/cut_pieces.h"

namespace waystone {

// An upright solid over a convex part of the plane, with round sides if `radius_m` is positive: everything within
// that distance of the part. One corner and a radius make a cylinder.
struct Solid {
  std::vector<Vec2> corners;  // [m] counter-clockwise; at least three, or one
  double radius_m = 0;        // [m, >= 0]
  double min_y = 0;           // [m] of its base
  double max_y = 0;           // [m] of its top
  // Takes every polygon that it touches, whole.
  bool takes_whole_polys = false;
};

// The lines around a solid's footprint and everything within `room_m` of it, round corners as chains of lines
// outside them: no more than 4 cm too far out, or 1.3 m in a thousand. Counter-clockwise. O(corners).
std::vector<CutLine> FootprintOf(const Solid& solid, double room_m);

// The shares of a straight line between which it lies over a footprint; none if it does not. O(lines).
struct LineShares {
  double first = 0;
  double last = 1;
};
std::optional<LineShares> SharesOver(std::span<const CutLine> footprint, Vec2 from, Vec2 to);

// [m] No place inside these lines is farther than this from the convex part, along an axis.
double MostReach_m(const Solid& solid, double room_m);

// A box around the footprint, and from the lowest to the highest ground on which an agent of the height would touch the solid.
Aabb ReachOf(const Solid& solid, double room_m, double agent_height_m);

}  // namespace waystone
