// Walks over a navmesh by means that are slow and obvious.
#pragma once

#include "core/navmesh/navmesh_view.h"

namespace waystone {

// How far the straight path from `start` to `target` stays on the surface, as a fraction, by looking every
// `step_m`: the polygons that hold the next point and are joined, through polygons within a step of it, to
// those that held the last. Overshoots corners thinner than a step. O(length / step * polygons around).
double WalkFractionBySteps(const NavmeshView& mesh, const NavLocation& start, Vec2 target, double step_m);

// Distance in the plane from `target` to the nearest point of all polygons that are joined to the start's
// over sides touching the circle over the segment from `start` to `target`: rounds over all polygons until
// nothing is added. O(polygons^2).
double SlideDistanceByRounds(const NavmeshView& mesh, const NavLocation& start, Vec2 target);

}  // namespace waystone
