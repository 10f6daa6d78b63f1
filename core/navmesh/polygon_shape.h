// What a polygon must look like to be part of a navmesh.
#pragma once

#include <span>

#include "core/geom/vec.h"

namespace waystone {

// Twice the signed area: positive for counter-clockwise. REQUIRES: at least 3 corners. O(corners).
double TwiceArea(std::span<const Vec2> corners);

// Null where the corners make a convex counter-clockwise polygon with some area and no two corners in a row
// in one place, each corner straying outwards from it by no more than `tolerance_m`; else the rule broken, as
// a static string. REQUIRES: at least 3 corners. O(corners).
const char* PolygonFault(std::span<const Vec2> corners, double tolerance_m);

}  // namespace waystone
