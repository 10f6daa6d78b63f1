#include "server/convert/route_convert.h"

#include "server/convert/api_enums.h"
#include "server/convert/convert.h"

namespace waystone {

bool IsOverCells(v1::RouteShape shape) {
  return shape == v1::ROUTE_SHAPE_EVERY_CELL || shape == v1::ROUTE_SHAPE_SMOOTHED ||
         shape == v1::ROUTE_SHAPE_ANY_ANGLE;
}

uint32_t ToMaxExpansions(const v1::SearchLimits& asked, const RequestLimits& limits) {
  return asked.max_expansions() == 0 ? limits.DefaultExpansions() : asked.max_expansions();
}

void FillStrategy(const MapManifest& manifest, const v1::RouteDetail& detail,
                  v1::PlanRouteResponse& response) {
  response.set_surface(ToProto(manifest.surface));
  if (detail.strategy()) response.set_strategy_reason(manifest.strategy_reason);
}

void FillLegs(const RouteAnswer& answer, bool with_points, v1::Route& route) {
  for (const RouteLeg& from : answer.legs) {
    v1::RouteLeg& leg = *route.add_legs();
    leg.set_kind(ToProto(from.kind));
    leg.set_length_m(from.length_m);
    leg.set_cost_m(from.cost_m);
    if (from.link.has_value()) leg.set_link_id(from.link->value());
    leg.set_external_id(from.external_id);
    if (!with_points) continue;
    leg.set_first_point(from.first_point);
    leg.set_point_count(from.point_count);
  }
}

bool FillRoute(const RouteAnswer& answer, const Vec3& origin, const v1::RouteDetail& detail, v1::Route& route,
               const Deadline& deadline) {
  route.set_length_m(answer.length_m);
  route.set_plane_length_m(answer.plane_length_m);
  route.set_cost_m(answer.cost_m);
  route.set_gap_m(answer.gap_m);
  route.set_cost_ratio(answer.cost_ratio);
  FillLegs(answer, HasPoints(detail), route);
  route.mutable_polys()->Reserve(static_cast<int>(answer.polys.size()));
  for (const PolyId poly : answer.polys) route.add_polys(poly.value());
  return !HasPoints(detail) ||
         SetPoints(answer.points, origin, detail.point_format(), *route.add_points(), deadline);
}

}  // namespace waystone
