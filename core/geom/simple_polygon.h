// Polygons of the ground plane.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include "core/geom/vec.h"

namespace waystone {

// Two sides, not neighbours, that have a point in common (side k leads from corner k to the next); nullopt if
// the polygon is simple. O(corners^2), exact up to rounding.
std::optional<std::pair<size_t, size_t>> MeetingSides(std::span<const Vec2> corners);

// Null if the polygon is convex, runs counter-clockwise once, and has no corner twice in a row; otherwise the rule
// broken, for messages. O(corners). REQUIRES: at least three corners.
const char* WhyNotConvex(std::span<const Vec2> corners);

// [m2] signed: positive if the corners run counter-clockwise with x to the right and z up the page.
double PolygonArea_m2(std::span<const Vec2> corners);

}  // namespace waystone
