// Routes, from the core's structs to the API's messages.
#pragma once

#include "core/geom/vec.h"
#include "core/query/route_query.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

v1::RouteStatus ToProto(RouteStatus status);
v1::RouteReason ToProto(RouteReason reason);
v1::RouteMethod ToProto(RouteMethod method);
v1::AnswerBasis ToProto(RouteBasis basis);

// One way, on the first of the answer's maps; `origin` is that map's. Without points where only lengths were
// asked for.
void FillRoute(const RouteAnswer& answer, const Vec3& origin, bool with_points, v1::Route& route);

}  // namespace waystone
