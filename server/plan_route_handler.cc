#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/query/route_planner.h"
#include "server/changes_input.h"
#include "server/convert.h"
#include "server/feature_gate.h"
#include "server/field_check.h"
#include "server/request_handler.h"

namespace waystone {

namespace {

constexpr uint32_t kDefaultExpansions = 1'000'000;
constexpr size_t kMaxAnchorBytes = 64;
constexpr int kMaxPins = 64;
constexpr double kMaxLengthRatio = 2;
constexpr double kMaxLength_m = 1e7;

absl::Status CheckLocation(const v1::Location& location) {
  WS_RETURN_IF_ERROR(CheckText("anchor", location.anchor(), kMaxAnchorBytes));
  if (location.has_named_place()) return NotServed("named_place", "a named place");
  if (!location.has_position()) return FieldError("position", "required");
  return Within("position", CheckPosition(location.position()));
}

using LocationList = google::protobuf::RepeatedPtrField<v1::Location>;

absl::Status CheckLocations(const char* field, const LocationList& locations, uint32_t limit) {
  WS_RETURN_IF_ERROR(CheckCount(field, static_cast<uint64_t>(locations.size()), limit));
  for (int i = 0; i < locations.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckLocation(locations[i])));
  }
  return absl::OkStatus();
}

absl::Status CheckPlaces(const v1::PlanRouteRequest& request, const RequestLimits& limits) {
  if (!request.has_start()) return FieldError("start", "required");
  WS_RETURN_IF_ERROR(Within("start", CheckLocation(request.start())));
  if (request.goals().empty()) return FieldError("goals", "required");
  WS_RETURN_IF_ERROR(CheckLocations("goals", request.goals(), limits.max_goals));
  return CheckLocations("via", request.via(), limits.max_via);
}

absl::Status CheckOptions(const v1::PlanRouteRequest& request, const RequestLimits& limits) {
  const v1::SearchLimits& search = request.limits();
  WS_RETURN_IF_ERROR(CheckCount("limits.max_expansions", search.max_expansions(), limits.max_expansions));
  WS_RETURN_IF_ERROR(CheckNumber("limits.max_length_m", search.max_length_m(), 0, kMaxLength_m));
  if (search.max_length_ratio() != 0) {
    WS_RETURN_IF_ERROR(CheckNumber("limits.max_length_ratio", search.max_length_ratio(), 1, kMaxLengthRatio));
  }
  const v1::RouteShape shape = request.detail().shape();
  return CheckEnum("detail.shape", shape, v1::RouteShape_IsValid(shape));
}

absl::Status CheckPin(const v1::MapGeneration& pin, const RequestScope& scope) {
  WS_ASSIGN_OR_RETURN(const LoadedMap* const map, FindLoadedMap("map_id", pin.map_id(), scope));
  return CheckGeneration("generation", pin.generation(), FoundMap{map, {}});
}

absl::Status CheckPins(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  WS_RETURN_IF_ERROR(CheckCount("pinned", request.pinned_size(), kMaxPins));
  for (int i = 0; i < request.pinned_size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem("pinned", i, CheckPin(request.pinned(i), scope)));
  }
  return absl::OkStatus();
}

// Whether all are on the start's map.
absl::Status CheckSameMap(const char* field, const LocationList& locations, const std::string& start_map,
                          const RequestScope& scope) {
  for (int i = 0; i < locations.size(); ++i) {
    const std::string& map = locations[i].position().map_id();
    if (map.empty() || ResolveMapId(start_map, scope) == ResolveMapId(map, scope)) continue;
    return WithinItem(field, i, NotServed("position.map_id", "a route across maps"));
  }
  return absl::OkStatus();
}

absl::StatusOr<FoundMap> FindRouteMap(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  const std::string& start_map = request.start().position().map_id();
  WS_RETURN_IF_ERROR(CheckSameMap("goals", request.goals(), start_map, scope));
  WS_RETURN_IF_ERROR(CheckSameMap("via", request.via(), start_map, scope));
  return FindMap("start.position.map_id", start_map,
                 ResolveAgent(request.has_agent(), request.agent(), scope), scope);
}

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
    case RouteMethod::kPortalPoints:
      return v1::ROUTE_METHOD_PORTAL_POINTS;
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

void FillRoute(const RouteAnswer& answer, const Vec3& origin, bool with_points, v1::Route& route) {
  route.set_length_m(answer.length_m);
  route.set_plane_length_m(answer.plane_length_m);
  route.set_cost(answer.cost_m);
  route.set_gap_m(answer.gap_m);
  for (const RouteLeg& from : answer.legs) {
    v1::RouteLeg& leg = *route.add_legs();
    leg.set_kind(ToProto(from.kind));
    leg.set_length_m(from.length_m);
    leg.set_cost(from.cost_m);
    if (from.link.has_value()) leg.set_link_id(from.link->value());
    leg.set_external_id(from.external_id);
    if (!with_points) continue;
    leg.set_first_point(from.first_point);
    leg.set_point_count(from.point_count);
  }
  if (with_points) SetPoints(answer.points, origin, *route.add_points());
  route.mutable_polys()->Reserve(static_cast<int>(answer.polys.size()));
  for (const PolyId poly : answer.polys) route.add_polys(poly.value());
}

void FillResponse(const RouteAnswer& answer, const FoundMap& found, bool with_points,
                  v1::PlanRouteResponse& response) {
  response.set_status(ToProto(answer.status));
  response.set_reason(ToProto(answer.reason));
  response.set_method(ToProto(answer.method));
  response.set_basis(ToProto(answer.basis));
  response.set_explanation(answer.explanation);
  response.set_start_snap_m(answer.start_snap_m);
  response.set_goal_snap_m(answer.goal_snap_m);
  response.set_goal_index(answer.goal_index);
  response.set_expansions(answer.expansions);
  v1::MapGeneration& map = *response.add_maps();
  map.set_map_id(found.map->manifest().map_id);
  map.set_generation(found.map->generation());
  if (answer.points.empty()) return;
  FillRoute(answer, found.map->manifest().origin, with_points, *response.add_routes());
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PlanRouteRequest& request,
                                                const RequestScope& scope,
                                                v1::PlanRouteResponse& response) const {
  if (scope.effort == Effort::kQuick) return Progress::kNeedsWorker;  // nobody knows how long a search is
  WS_RETURN_IF_ERROR(CheckServed(request));
  WS_RETURN_IF_ERROR(CheckPlaces(request, limits_));
  WS_RETURN_IF_ERROR(CheckOptions(request, limits_));
  RouteQuery query;
  WS_ASSIGN_OR_RETURN(query.snap, ToSnapOptions(request.snap()));
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindRouteMap(request, scope));
  WS_RETURN_IF_ERROR(CheckPins(request, scope));
  WS_ASSIGN_OR_RETURN(query.changes, ReadChanges(request, found, limits_, scope));

  query.start = ToVec3(request.start().position());
  for (const v1::Location& goal : request.goals()) query.goals.push_back(ToVec3(goal.position()));
  for (const v1::Location& via : request.via()) query.via.push_back(ToVec3(via.position()));
  if (request.detail().shape() == v1::ROUTE_SHAPE_TURNING_POINTS) query.shape = RouteShape::kTurningPoints;
  query.mutually_reachable = request.snap().mutually_reachable();
  query.allow_partial = !request.limits().complete_only();
  query.with_polys = request.detail().polys();
  query.max_length_m = request.limits().max_length_m();
  query.max_length_ratio = request.limits().max_length_ratio();
  query.deadline = scope.deadline;
  const uint32_t asked = request.limits().max_expansions();
  query.max_expansions = asked == 0 ? std::min(kDefaultExpansions, limits_.max_expansions) : asked;
  WS_ASSIGN_OR_RETURN(const RouteAnswer answer, PlanRoute(found.view, query, *scope.workspace));
  const bool with_points = request.detail().shape() != v1::ROUTE_SHAPE_DISTANCE_ONLY;
  FillResponse(answer, found, with_points, response);
  return Progress::kDone;
}

}  // namespace waystone
