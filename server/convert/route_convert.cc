#include "server/convert/route_convert.h"

#include <algorithm>
#include <optional>

#include "server/convert/convert.h"

namespace waystone {
namespace {

v1::LegKind ToProto(LinkKind kind) {
  switch (kind) {
    case LinkKind::kWalk:
      return v1::LEG_KIND_WALK;
    case LinkKind::kJump:
      return v1::LEG_KIND_JUMP;
    case LinkKind::kDrop:
      return v1::LEG_KIND_DROP;
    case LinkKind::kClimb:
      return v1::LEG_KIND_CLIMB;
    case LinkKind::kLadder:
      return v1::LEG_KIND_LADDER;
    case LinkKind::kTeleport:
      return v1::LEG_KIND_TELEPORT;
  }
  return v1::LEG_KIND_UNSPECIFIED;
}

}  // namespace

v1::RouteStatus ToProto(RouteStatus status) {
  switch (status) {
    case RouteStatus::kComplete:
      return v1::ROUTE_STATUS_COMPLETE;
    case RouteStatus::kPartial:
      return v1::ROUTE_STATUS_PARTIAL;
    case RouteStatus::kUnreachable:
      return v1::ROUTE_STATUS_UNREACHABLE;
    case RouteStatus::kStartOffMesh:
      return v1::ROUTE_STATUS_START_OFF_MESH;
    case RouteStatus::kGoalOffMesh:
      return v1::ROUTE_STATUS_GOAL_OFF_MESH;
    case RouteStatus::kViaOffMesh:
      return v1::ROUTE_STATUS_VIA_OFF_MESH;
    case RouteStatus::kLimitReached:
      return v1::ROUTE_STATUS_LIMIT_REACHED;
    case RouteStatus::kBudgetExceeded:
      return v1::ROUTE_STATUS_BUDGET_EXCEEDED;
  }
  return v1::ROUTE_STATUS_UNSPECIFIED;
}

v1::RouteReason ToProto(RouteReason reason) {
  switch (reason) {
    case RouteReason::kNone:
      return v1::ROUTE_REASON_UNSPECIFIED;
    case RouteReason::kGoalUnreachable:
      return v1::ROUTE_REASON_GOAL_UNREACHABLE;
    case RouteReason::kExpansionLimit:
      return v1::ROUTE_REASON_EXPANSION_LIMIT;
    case RouteReason::kDeadline:
    case RouteReason::kCancelled:
      return v1::ROUTE_REASON_DEADLINE;
    case RouteReason::kAbilityMissing:
      return v1::ROUTE_REASON_ABILITY_MISSING;
    case RouteReason::kClosedByChanges:
      return v1::ROUTE_REASON_CLOSED_BY_CHANGES;
    case RouteReason::kIsolated:
      return v1::ROUTE_REASON_ISOLATED;
    case RouteReason::kLengthLimit:
      return v1::ROUTE_REASON_LENGTH_LIMIT;
    case RouteReason::kBudget:
      return v1::ROUTE_REASON_BUDGET;
    case RouteReason::kMapMissing:
      return v1::ROUTE_REASON_MAP_MISSING;
    case RouteReason::kClearance:
      return v1::ROUTE_REASON_CLEARANCE;
  }
  return v1::ROUTE_REASON_UNSPECIFIED;
}

v1::RouteMethod ToProto(RouteMethod method) {
  switch (method) {
    case RouteMethod::kNone:
      return v1::ROUTE_METHOD_UNSPECIFIED;
    case RouteMethod::kAnyAngle:
      return v1::ROUTE_METHOD_ANY_ANGLE;
    case RouteMethod::kHierarchy:
      return v1::ROUTE_METHOD_HIERARCHY;
    case RouteMethod::kEdgePoints:
      return v1::ROUTE_METHOD_EDGE_POINTS;
    case RouteMethod::kClusters:
      return v1::ROUTE_METHOD_CLUSTERS;
    case RouteMethod::kStraightLine:
      return v1::ROUTE_METHOD_STRAIGHT_LINE;
    case RouteMethod::kGridAStar:
      return v1::ROUTE_METHOD_GRID_ASTAR;
    case RouteMethod::kGridJps:
      return v1::ROUTE_METHOD_GRID_JPS;
    case RouteMethod::kGridJpsPlus:
      return v1::ROUTE_METHOD_GRID_JPS_PLUS;
    case RouteMethod::kGridBounded:
      return v1::ROUTE_METHOD_GRID_BOUNDED;
    case RouteMethod::kTrunk:
      return v1::ROUTE_METHOD_TRUNK;
    case RouteMethod::kWaypoints:
      return v1::ROUTE_METHOD_WAYPOINTS;
    case RouteMethod::kPortalTables:
      return v1::ROUTE_METHOD_PORTAL_TABLES;
  }
  return v1::ROUTE_METHOD_UNSPECIFIED;
}

v1::AnswerBasis ToProto(RouteBasis basis) {
  switch (basis) {
    case RouteBasis::kNone:
      return v1::ANSWER_BASIS_UNSPECIFIED;
    case RouteBasis::kSearch:
      return v1::ANSWER_BASIS_SEARCH;
    case RouteBasis::kBaked:
      return v1::ANSWER_BASIS_BAKED;
    case RouteBasis::kBakedUntouched:
      return v1::ANSWER_BASIS_BAKED_UNTOUCHED;
    case RouteBasis::kIncompleteSearch:
      return v1::ANSWER_BASIS_INCOMPLETE_SEARCH;
  }
  return v1::ANSWER_BASIS_UNSPECIFIED;
}

std::optional<RouteMethod> FromProto(v1::RouteMethod method) {
  for (const RouteMethod known :
       {RouteMethod::kNone, RouteMethod::kAnyAngle, RouteMethod::kHierarchy, RouteMethod::kEdgePoints,
        RouteMethod::kClusters, RouteMethod::kStraightLine, RouteMethod::kGridAStar, RouteMethod::kGridJps,
        RouteMethod::kGridJpsPlus, RouteMethod::kGridBounded, RouteMethod::kTrunk, RouteMethod::kWaypoints}) {
    if (ToProto(known) == method) return known;
  }
  return std::nullopt;
}

bool IsOverCells(v1::RouteShape shape) {
  return shape == v1::ROUTE_SHAPE_EVERY_CELL || shape == v1::ROUTE_SHAPE_SMOOTHED ||
         shape == v1::ROUTE_SHAPE_ANY_ANGLE;
}

RouteShape FromProto(v1::RouteShape shape) {
  switch (shape) {
    case v1::ROUTE_SHAPE_TURNING_POINTS:
      return RouteShape::kTurningPoints;
    case v1::ROUTE_SHAPE_EVERY_CELL:
      return RouteShape::kEveryCell;
    case v1::ROUTE_SHAPE_SMOOTHED:
      return RouteShape::kSmoothed;
    case v1::ROUTE_SHAPE_ANY_ANGLE:
      return RouteShape::kAnyAngle;
    default:
      return RouteShape::kSurface;
  }
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

void FillRoute(const RouteAnswer& answer, const Vec3& origin, const v1::RouteDetail& detail,
               v1::Route& route) {
  route.set_length_m(answer.length_m);
  route.set_plane_length_m(answer.plane_length_m);
  route.set_cost_m(answer.cost_m);
  route.set_gap_m(answer.gap_m);
  route.set_cost_ratio(answer.cost_ratio);
  FillLegs(answer, HasPoints(detail), route);
  if (HasPoints(detail)) SetPoints(answer.points, origin, detail.point_format(), *route.add_points());
  route.mutable_polys()->Reserve(static_cast<int>(answer.polys.size()));
  for (const PolyId poly : answer.polys) route.add_polys(poly.value());
}

}  // namespace waystone
