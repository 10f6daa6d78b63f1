// Better triangles over the same points.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/geom/vec.h"

namespace waystone {

// Makes a triangulation Delaunay's by flipping sides between two triangles, as far as rounding allows. So a
// height between samples comes from those near it; Recast's triangles of narrow polygons may run past many.
//
// `triangles`: three indices of `points` each, counter-clockwise, covering their outline once; triangles
// without area are allowed. Same input, same result. O(triangles^2) a pass; a few passes as a rule, never
// more than there are triangles.
void FlipToDelaunay(std::span<const Vec2> points, std::vector<uint16_t>& triangles);

}  // namespace waystone
