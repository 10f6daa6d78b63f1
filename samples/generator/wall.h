// A straight wall with doors and windows in it.
#pragma once

#include <span>

#include "samples/generator/shapes.h"

namespace waystone::samples {

// A hole through a wall. [m] along the wall and above its foot.
struct Opening {
  double from = 0;
  double to = 0;
  double bottom = 0;  // 0 for a door
  double top = 0;
};

// A wall from the frame's origin along u, `thickness_m` deep along v, `height_m` up. REQUIRES: the openings
// are sorted by `from`, apart from each other, and within the wall.
void AddWall(SceneMesh& mesh, const Frame& frame, Material material, double length_m, double thickness_m,
             double height_m, std::span<const Opening> openings);

}  // namespace waystone::samples
