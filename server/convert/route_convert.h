// Routes, from the core's structs to the API's messages.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/geom/vec.h"
#include "core/map/map_manifest.h"
#include "core/surface/route_query.h"
#include "server/convert/api_enums.h"
#include "server/convert/request_limits.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// EVERY_CELL, SMOOTHED or ANY_ANGLE.
bool IsOverCells(v1::RouteShape shape);

inline bool HasPoints(const v1::RouteDetail& detail) {
  return detail.shape() != v1::ROUTE_SHAPE_DISTANCE_ONLY;
}

// The expansions that a search may make.
uint32_t ToMaxExpansions(const v1::SearchLimits& asked, const RequestLimits& limits);

// What became of a request and how: all that routes over one map and over many have in common.
template <typename Answer>
void FillVerdict(const Answer& answer, v1::PlanRouteResponse& response) {
  response.set_status(ToProto(answer.status));
  response.set_reason(ToProto(answer.reason));
  response.set_method(ToProto(answer.method));
  response.set_basis(ToProto(answer.basis));
  response.set_explanation(answer.explanation);
  response.set_start_snap_m(answer.start_snap_m);
  response.set_goal_snap_m(answer.goal_snap_m);
  response.set_goal_index(answer.goal_index);
  constexpr uint64_t kMost = std::numeric_limits<uint32_t>::max();
  response.set_expansions(static_cast<uint32_t>(std::min<uint64_t>(answer.expansions, kMost)));
}

// The kind of surface, and why it is that where the request asks.
void FillStrategy(const MapManifest& manifest, const v1::RouteDetail& detail,
                  v1::PlanRouteResponse& response);

// Appends the legs of a path over one map, whose points it counts from 0.
void FillLegs(const RouteAnswer& answer, bool with_points, v1::Route& route);

// One route, on the first of the answer's maps; `origin` is that map's. The deadline, and what is
// returned, are those of SetPoints.
bool FillRoute(const RouteAnswer& answer, const Vec3& origin, const v1::RouteDetail& detail, v1::Route& route,
               const Deadline& deadline = {});

}  // namespace waystone
