// What must hold of every route over a mesh, whatever was asked.
#pragma once

#include <string>

#include "tests/answers/truth_surface.h"
#include "waystone/v1/route.pb.h"

namespace waystone::answers {

// What is wrong with the first route of an answer that has one: legs that do not join, points that come
// twice, walks of one point, lengths and costs that are not those of the points, and points of a walk farther
// than 0.25 m from the ground that the walk is on; for the shape SURFACE, all places between them, too.
// Ground of other floors does not count: a walk is followed over joined polygons. Empty if nothing is.
std::string JudgeRoute(const TruthSurface& surface, const v1::PlanRouteRequest& request,
                       const v1::PlanRouteResponse& answer);

}  // namespace waystone::answers
