// Routes as people read them.
#pragma once

#include <ostream>

#include "waystone/v1/route.pb.h"

namespace waystone::cli {

// What became of the request; of a route over several maps what to do on each; the legs with their points.
// REQUIRES: an answer that CheckAnswer has passed.
void PrintRoute(const v1::PlanRouteRequest& request, const v1::PlanRouteResponse& answer, std::ostream& out);

// One leg that is no portal, "walk on town, 4 m", with its link and its points.
void PrintLeg(const v1::PlanRouteResponse& answer, const v1::Route& route, const v1::RouteLeg& leg,
              std::ostream& out);

// A line for each.
void PrintFixes(const google::protobuf::RepeatedPtrField<v1::Fix>& fixes, std::ostream& out);

// Why a route or walk is not complete, and how far the start is from the surface if it is off the mesh.
void PrintReason(const v1::PlanRouteResponse& answer, std::ostream& out);

}  // namespace waystone::cli
