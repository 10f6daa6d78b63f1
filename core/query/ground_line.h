// From a route in the plane to a line that follows the ground.
#pragma once

#include <span>
#include <vector>

#include "core/geom/vec.h"
#include "core/navmesh/any_angle_search.h"

namespace waystone {

// Scratch, reused from route to route. One thread at a time.
struct GroundLineWorkspace {
  struct Sample {
    double along_m;  // from the start of the leg
    Vec3 point;
  };
  std::vector<Sample> samples;
};

// Appends the points of a walk (map-local): its turns, and between them the fewest places, taken where the
// line crosses sides of polygons or of their detail triangles, that keep the line within `tolerance_m` of the
// surface's height at all such places. Every point lies on the surface. `crossed`: the half-edges left
// through, in order (AnyAngleResult::StretchCrossed). REQUIRES: two turns or more. O(detail triangles of the
// corridor).
void AppendGroundLine(const NavmeshView& mesh, std::span<const NavLocation> turns,
                      std::span<const EdgeId> crossed, double tolerance_m, GroundLineWorkspace& workspace,
                      std::vector<Vec3>& points);

}  // namespace waystone
