#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/base/field_error.h"
#include "core/base/scratch.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/path/search_trace.h"
#include "core/route/alternative_routes.h"
#include "core/route/route_planner.h"
#include "core/surface/search_surface.h"
#include "core/why/route_why.h"
#include "server/convert/api_enums.h"
#include "server/convert/changes_input.h"
#include "server/convert/convert.h"
#include "server/convert/feature_gate.h"
#include "server/convert/fix_convert.h"
#include "server/convert/named_places.h"
#include "server/convert/request_check.h"
#include "server/convert/route_convert.h"
#include "server/convert/scene_convert.h"
#include "server/handlers/change_diagnosis.h"
#include "server/handlers/closed_walks.h"
#include "server/handlers/exploration_handler.h"
#include "server/handlers/request_handler.h"
#include "server/handlers/world_route_handler.h"

namespace waystone {

namespace {

absl::Status CheckLocation(const v1::Location& location) {
  if (location.has_named_place()) return Within("named_place", CheckNamedPlace(location.named_place()));
  if (!location.has_position()) return FieldError("position", "required");
  return Within("position", CheckPosition(location.position()));
}

using LocationList = google::protobuf::RepeatedPtrField<v1::Location>;

absl::Status CheckLocations(const char* field, const LocationList& locations, uint32_t limit) {
  WS_RETURN_IF_ERROR(CheckCount(field, locations.size(), limit));
  for (int i = 0; i < locations.size(); ++i) {
    WS_RETURN_IF_ERROR(WithinItem(field, i, CheckLocation(locations[i])));
  }
  return absl::OkStatus();
}

absl::Status CheckPlaces(const v1::PlanRouteRequest& request, const RequestLimits& limits) {
  if (!request.has_start()) return FieldError("start", "required");
  WS_RETURN_IF_ERROR(Within("start", CheckLocation(request.start())));
  if (request.has_exploration()) {
    if (!request.goals().empty()) return FieldError("goals", "must not be given together with exploration");
    if (!request.via().empty()) return FieldError("via", "must not be given together with exploration");
    if (request.has_portals() && request.portals().mode() != v1::PORTAL_MODE_NONE) {
      return FieldError("portals", "must not be given together with exploration, which walks over one map");
    }
    return absl::OkStatus();
  }
  if (request.goals().empty()) return FieldError("goals", "required");
  WS_RETURN_IF_ERROR(CheckLocations("goals", request.goals(), limits.max_goals));
  return CheckLocations("via", request.via(), limits.max_via);
}

absl::Status CheckOptions(const v1::PlanRouteRequest& request, const RequestLimits& limits,
                          const RequestScope& scope) {
  WS_RETURN_IF_ERROR(
      CheckCount("limits.max_expansions", request.limits().max_expansions(), limits.max_expansions));
  if (request.detail().alternatives() > 0 && (request.has_exploration() || !request.via().empty())) {
    return FieldError("detail.alternatives", "must not be given together with exploration or via");
  }
  if (request.detail().max_trace() > 0 && request.has_exploration()) {
    return FieldError("detail.max_trace", "an exploration has no trace");
  }
  if (request.detail().max_points_per_part() > 0 && !scope.may_send_parts) {
    return FieldError("detail.max_points_per_part", "answers in parts are sent on Exchange only");
  }
  return absl::OkStatus();
}

// The first that is not on the start's map; their number if all are.
int FindElsewhere(const LocationList& locations, const std::string& start_map, const RequestScope& scope) {
  const auto is_elsewhere = [&](const v1::Location& location) {
    const std::string& map = location.position().map_id();
    return !map.empty() && ResolveMapId(start_map, scope) != ResolveMapId(map, scope);
  };
  const auto found = std::find_if(locations.begin(), locations.end(), is_elsewhere);
  return static_cast<int>(found - locations.begin());
}

// Only PORTAL_MODE_NONE keeps a request with a goal on another map from being a route across maps.
absl::Status CheckSameMap(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  const std::string& start_map = request.start().position().map_id();
  const int goal = FindElsewhere(request.goals(), start_map, scope);
  const int via = FindElsewhere(request.via(), start_map, scope);
  const bool is_goal = goal < request.goals_size();
  if (!is_goal && via == request.via_size()) return absl::OkStatus();
  return FieldError("portals.mode",
                    StrCat("PORTAL_MODE_NONE keeps the route on the start's map, and ",
                           is_goal ? StrCat("goals[", goal) : StrCat("via[", via), "] is on another"));
}

absl::StatusOr<FoundMap> FindRouteMap(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  WS_RETURN_IF_ERROR(CheckSameMap(request, scope));
  const std::string& start_map = request.start().position().map_id();
  return FindMap("start.position.map_id", start_map,
                 ResolveAgent(request.has_agent(), request.agent(), scope), scope);
}

// What depends on the kind of the map's surface. The core checks the method.
absl::Status CheckFitsMap(const v1::PlanRouteRequest& request, const MapView& view) {
  const v1::RouteDetail& detail = request.detail();
  const SurfaceFields fields = view.surface->Fields();
  const bool is_smoothed = fields.has_smoothed_paths && detail.shape() == v1::ROUTE_SHAPE_SMOOTHED;
  if (!fields.has_cell_paths && !is_smoothed && IsOverCells(detail.shape())) {
    return FieldError("detail.shape", "this shape is for paths over the cells of a grid or volume");
  }
  if (view.surface->Scenes() == nullptr && request.scenes().teleport_to_mouths()) {
    return FieldError("scenes.teleport_to_mouths", "the map has no scenes, whose mouths it would lead to");
  }
  if (!fields.tells_polys && detail.polys()) {
    return NotServed("detail.polys", StrCat("the polygons of a path over ", fields.name));
  }
  return absl::OkStatus();
}

void AddRoute(const RouteAnswer& answer, const FoundMap& found, const v1::RouteDetail& detail,
              v1::PlanRouteResponse& response) {
  v1::Route& route = *response.add_routes();
  FillRoute(answer, found.map->manifest().origin, detail, route);
  AddExternalIds(*found.view.navmesh, route.polys(), *route.mutable_poly_external_ids());
}

void FillResponse(const RouteAnswer& answer, const FoundMap& found, const v1::RouteDetail& detail,
                  v1::PlanRouteResponse& response) {
  FillVerdict(answer, response);
  SetGeneration(*found.map, *response.add_maps());
  FillStrategy(found.map->manifest(), detail, response);
  if (!answer.points.empty()) AddRoute(answer, found, detail, response);
}

// What the search took up, if the request asks for it.
void FillTrace(const MapView& map, const SearchTrace& trace, v1::PointFormat format,
               v1::SearchTrace& message) {
  const std::optional<CellExtent> cells = map.surface->Fields().cells;
  PointWriter places(map.manifest->origin, format, *message.mutable_places());
  places.Reserve(trace.places().size());
  for (const Vec3& place : trace.places()) {
    const Vec3 local =
        trace.has_cells() && cells ? cells->corner + (place + Vec3(0.5, 0, 0.5)) * cells->cell_m : place;
    places.Add(local + map.manifest->origin);
  }
  message.set_is_cut(trace.is_cut());
}

absl::StatusOr<RouteAnswer> PlanTraced(const MapView& map, const RouteQuery& query,
                                       const v1::RouteDetail& detail, Scratch& scratch,
                                       v1::PlanRouteResponse& response) {
  if (detail.max_trace() == 0) return PlanRoute(map, query, scratch);
  const SearchTrace trace(detail.max_trace());
  absl::StatusOr<RouteAnswer> answer = PlanRoute(map, query, scratch);
  if (answer.ok()) FillTrace(map, trace, detail.point_format(), *response.mutable_trace());
  return answer;
}

// What is in the way: what the request closes, or the map, or both. Nothing if a limit ended the search.
void Explain(const v1::PlanRouteRequest& request, RouteQuery query, const FoundMap& found,
             const RequestLimits& limits, const RouteAnswer& answer, const RequestScope& scope,
             v1::PlanRouteResponse& response) {
  if (answer.status == RouteStatus::kComplete || IsLimit(answer.reason)) return;
  query.deadline = scope.WorkEnd(kTimeAfterExplaining);
  const double clearance_m = ResolveAgent(request.has_agent(), request.agent(), scope).min_clearance_m();
  const AskedChanges said{request.changes(), request.pinned(), clearance_m};
  ChangeDiagnosis diagnosis(
      {.asked = said, .clearance_field = ClearanceField(request.has_agent()), .maps = {&found.view}}, scope);
  FixList& fixes = *response.mutable_fixes();
  ClosedWalks walks(diagnosis, found, query, limits, *scope.scratch);
  const bool may_be_closed = query.changes.MayClose() && diagnosis.Read().ok();
  // Where the request opens cells, what it closes may be all that is in the way, though the map as baked has no path.
  const bool is_opened = answer.reason == RouteReason::kGoalUnreachable && query.changes.OpensCells();
  if (may_be_closed && (IsForChanges(answer.reason) || is_opened)) {
    const ClosingChanges closing = walks.Find();
    diagnosis.Tell(closing, response);
    diagnosis.AddFixes(closing, query.start.y, nullptr, fixes);
    if (!closing.items.empty()) return;
  }
  const MendedPath path = ExplainRoute(found.view, query, answer, *scope.scratch);
  if (may_be_closed) {
    walks.AddFixes(path, fixes);
  } else {
    AddFixes(path.fixes, found.map->manifest().map_id, fixes);
  }
}

}  // namespace

absl::StatusOr<Progress> RequestHandler::Handle(const v1::PlanRouteRequest& asked, const RequestScope& scope,
                                                v1::PlanRouteResponse& response) const {
  if (scope.effort == Effort::kQuick) return Progress::kNeedsWorker;  // nobody knows how long a search is
  WS_RETURN_IF_ERROR(CheckPlaces(asked, limits_));
  const v1::Location& start = asked.start();
  ChoosePinned(asked.pinned(),
               start.has_named_place() ? start.named_place().map_id() : start.position().map_id(), scope);
  v1::PlanRouteRequest resolved;
  WS_ASSIGN_OR_RETURN(const v1::PlanRouteRequest* const with_positions,
                      ResolvePlaces(asked, scope, resolved));
  const v1::PlanRouteRequest& request = *with_positions;
  WS_RETURN_IF_ERROR(CheckOptions(request, limits_, scope));
  const bool is_over_maps = IsOverMaps(request, scope);
  if (is_over_maps) scope.maps->Choose({});  // a world has one generation of each of its maps
  WS_RETURN_IF_ERROR(CheckPins(request.pinned(), request.start().position().map_id(), scope));
  if (is_over_maps) {
    WS_RETURN_IF_ERROR(AnswerWorldRoute(request, limits_, scope, prefetcher_, response));
    return Progress::kDone;
  }
  const SnapOptions snap = ToSnapOptions(request.snap());
  WS_ASSIGN_OR_RETURN(const FoundMap found, FindRouteMap(request, scope));
  const double clearance_m = ResolveAgent(request.has_agent(), request.agent(), scope).min_clearance_m();
  WS_ASSIGN_OR_RETURN(RouteChanges changes,
                      ReadChanges({request.changes(), request.pinned(), clearance_m}, found, limits_, scope));
  const uint32_t max_expansions = ToMaxExpansions(request.limits(), limits_);
  if (request.has_exploration()) {
    const ExplorationInput input{request, found, snap, changes, max_expansions, limits_};
    WS_RETURN_IF_ERROR(AnswerExploration(input, scope, response));
    return Progress::kDone;
  }
  WS_RETURN_IF_ERROR(CheckFitsMap(request, found.view));
  const std::optional<RouteMethod> method = FromProto<RouteMethod>(request.limits().method());
  if (!method || *method == RouteMethod::kPortalTables) {
    return FieldError("limits.method", "a route over one map is not found by this method");
  }
  RouteQuery query;
  query.method = *method;
  query.snap = snap;
  query.changes = std::move(changes);
  query.start = ToVec3(request.start().position());
  for (const v1::Location& goal : request.goals()) query.goals.push_back(ToVec3(goal.position()));
  for (const v1::Location& via : request.via()) query.via.push_back(ToVec3(via.position()));
  query.shape = *FromProto<RouteShape>(request.detail().shape());
  query.mutually_reachable = request.snap().mutually_reachable();
  query.allow_partial = !request.limits().complete_only();
  query.with_polys = request.detail().polys();
  query.max_length_m = request.limits().max_length_m();
  query.max_length_ratio = request.limits().max_length_ratio();
  query.teleports_to_mouths = request.scenes().teleport_to_mouths();
  query.deadline = scope.deadline;
  query.max_expansions = max_expansions;
  const absl::StatusOr<RouteAnswer> answer =
      PlanTraced(found.view, query, request.detail(), *scope.scratch, response);
  if (FieldOf(answer.status()) == "method") return Within("limits", answer.status());
  WS_RETURN_IF_ERROR(answer.status());
  FillResponse(*answer, found, request.detail(), response);
  ExplainExpansionLimit(request.limits(), limits_, response);
  if (request.detail().alternatives() > 0 && answer->status == RouteStatus::kComplete) {
    WS_ASSIGN_OR_RETURN(
        const std::vector<RouteAnswer> others,
        FindAlternatives(found.view, query, *answer, request.detail().alternatives(), *scope.scratch));
    for (const RouteAnswer& other : others) AddRoute(other, found, request.detail(), response);
  }
  if (request.detail().explain()) Explain(request, query, found, limits_, *answer, scope, response);
  FillScenes(found, query, *answer, request.scenes(), response);
  return Progress::kDone;
}

}  // namespace waystone
