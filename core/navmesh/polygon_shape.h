// What a polygon must look like to be part of a navmesh.
#pragma once

#include <span>

#include "core/geom/vec.h"

namespace waystone {

struct PolygonShape {
  const char* fault = nullptr;  // the rule broken, a static string; null if there is none
  double twice_area_m2 = 0;     // signed: positive for counter-clockwise; meaningless with a fault
};

// Twice the signed area: positive for counter-clockwise. REQUIRES: at least 3 corners. O(corners).
double TwiceArea(std::span<const Vec2> corners);

// The greatest distance of a corner from the line along the longest side [m]; 0 if all corners are in one
// place. REQUIRES: at least 3 corners. O(corners).
double WidthOf(std::span<const Vec2> corners);

// The rules: convex and counter-clockwise, each corner straying outwards from that by no more than
// `tolerance_m`; no two corners in a row in one place; some area. REQUIRES: at least 3 corners. O(corners).
PolygonShape CheckPolygonShape(std::span<const Vec2> corners, double tolerance_m);

}  // namespace waystone
