// Splits a modelled polygon into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// Appends the triangles of a polygon, as indices into `corners`, and returns whether it was sound: a simple,
// nearly flat polygon, convex or not, with any winding. A convex one becomes the fan from corner 0. One that
// crosses itself or has no area becomes a fan in part, so that nothing of it is lost. REQUIRES: at least 3
// finite corners. Ear clipping (Meisters 1975) on the axis plane that shows the polygon largest; O(n^3), O(n)
// for convex ones.
bool SplitPolygon(std::span<const Vec3> corners, std::vector<std::array<uint32_t, 3>>& triangles);

}  // namespace waystone
