#include "server/handlers/world_route_handler.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/surface_kind_over_maps.h"
#include "core/world/world_view.h"
#include "core/world_route/world_route.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/feature_gate.h"
#include "server/convert/route_convert.h"
#include "server/convert/world_changes.h"
#include "server/convert/world_map_changes.h"
#include "server/convert/world_query_input.h"
#include "server/handlers/missing_maps.h"
#include "server/handlers/world_route_why.h"

namespace waystone {
namespace {

// What is served of routes over one map only.
absl::Status CheckFeatures(const v1::PlanRouteRequest& request) {
  const char* const feature = "in a route across maps, this";
  if (request.snap().mutually_reachable()) return NotServed("snap.mutually_reachable", feature);
  if (request.detail().alternatives() != 0) return NotServed("detail.alternatives", feature);
  if (request.detail().max_trace() != 0)
    return FieldError("detail.max_trace", "a route over maps is looked up in tables and has no trace");
  if (request.detail().polys()) return NotServed("detail.polys", feature);
  if (!request.scenes().token().empty()) return NotServed("scenes.token", feature);
  if (request.scenes().teleport_to_mouths()) return NotServed("scenes.teleport_to_mouths", feature);
  const v1::RouteMethod method = request.limits().method();
  if (method != v1::ROUTE_METHOD_UNSPECIFIED && method != v1::ROUTE_METHOD_PORTAL_TABLES &&
      method != v1::ROUTE_METHOD_CLUSTERS) {
    return FieldError("limits.method", "a route across maps is found by PORTAL_TABLES, or with CLUSTERS");
  }
  return absl::OkStatus();
}

// Stored walks over navmeshes may be longer than the cheapest, nobody knows by how much.
absl::Status CheckRatio(const v1::PlanRouteRequest& request, const WorldView& world) {
  if (request.limits().max_length_ratio() == 0) return absl::OkStatus();
  const bool by_clusters = request.limits().method() == v1::ROUTE_METHOD_CLUSTERS;
  const bool is_exact = std::all_of(world.maps().begin(), world.maps().end(), [](const WorldMap& map) {
    return HasExactWalks(static_cast<SurfaceKind>(map.surface));
  });
  if (!by_clusters && is_exact) return absl::OkStatus();
  return NotServed("limits.max_length_ratio", by_clusters ? "in a route across maps by CLUSTERS, this"
                                                          : "in a route across maps with navmeshes, this");
}

class WorldRequest {
 public:
  WorldRequest(const v1::PlanRouteRequest& request, const RequestLimits& limits, const RequestScope& scope,
               const WorldView& world)
      : request_(request), limits_(limits), scope_(scope), world_(world) {}

  absl::StatusOr<WorldRouteQuery> Read() {
    const v1::Agent& agent = ResolveAgent(request_.has_agent(), request_.agent(), scope_);
    WS_ASSIGN_OR_RETURN(query_.traveller, FindTraveller(agent, world_));
    WS_RETURN_IF_ERROR(Within("start", ReadPlace(request_.start(), query_.start)));
    query_.goals.resize(request_.goals_size());
    for (int i = 0; i < request_.goals_size(); ++i) {
      WS_RETURN_IF_ERROR(WithinItem("goals", i, ReadPlace(request_.goals(i), query_.goals[i])));
    }
    query_.via.resize(request_.via_size());
    for (int i = 0; i < request_.via_size(); ++i) {
      WS_RETURN_IF_ERROR(WithinItem("via", i, ReadPlace(request_.via(i), query_.via[i])));
    }
    query_.max_length_m = request_.limits().max_length_m();
    query_.snap = ToSnapOptions(request_.snap());
    WS_RETURN_IF_ERROR(ReadPortalUse({request_.portals(), request_.changes()}, limits_, scope_, query_));
    query_.maps_in_full = request_.detail().maps_in_full();
    query_.shape = *FromProto<RouteShape>(request_.detail().shape());
    query_.deadline = scope_.deadline;
    query_.max_expansions = ToMaxExpansions(request_.limits(), limits_);
    query_.by_clusters = request_.limits().method() == v1::ROUTE_METHOD_CLUSTERS;
    return std::move(query_);
  }

 private:
  absl::Status ReadPlace(const v1::Location& location, WorldPosition& place) const {
    const std::string& own_id = location.position().map_id();
    const std::string& map_id =
        ResolveMapId(own_id.empty() ? request_.start().position().map_id() : own_id, scope_);
    if (map_id.empty()) return FieldError("position.map_id", "required");
    const std::optional<WorldMapIndex> map = world_.FindMap(map_id);
    if (!map.has_value()) {
      return FieldError("position.map_id", StrCat("the world has no map ", Quoted(map_id)),
                        absl::StatusCode::kNotFound);
    }
    place = {*map, ToVec3(location.position())};
    return absl::OkStatus();
  }

  const v1::PlanRouteRequest& request_;
  const RequestLimits& limits_;
  const RequestScope& scope_;
  const WorldView& world_;
  WorldRouteQuery query_;
};

void AddPortalLeg(const WorldView& world, PortalId id, uint32_t map_index, uint32_t last_point,
                  bool with_points, v1::Route& route) {
  const WorldPortal& portal = world.Portal(id);
  v1::RouteLeg& leg = *route.add_legs();
  leg.set_kind(v1::LEG_KIND_PORTAL);
  leg.set_map_index(map_index);
  leg.set_cost_m(portal.cost_m);
  leg.set_external_id(std::string(world.NameOf(id)));
  if (with_points) {
    leg.set_first_point(last_point);
    leg.set_point_count(1);
  }
  v1::PortalUse& use = *leg.mutable_portal();
  use.set_kind(ToProto(portal.kind));
  use.set_to_map_index(map_index + 1);
  use.set_money(portal.money);
  use.set_ticket(std::string(world.Text(portal.ticket)));
  use.set_requirement(std::string(world.Text(portal.requirement)));
}

// A stretch whose geometry was not asked for: its ends.
void AddEnds(const RouteAnswer& walk, bool with_points, v1::Route& route) {
  v1::RouteLeg& leg = *route.add_legs();
  leg.set_kind(v1::LEG_KIND_WALK);
  leg.set_length_m(walk.length_m);
  leg.set_cost_m(walk.cost_m);
  if (with_points) leg.set_point_count(static_cast<uint32_t>(walk.points.size()));
}

void FillWorldRoute(const LoadedWorld& loaded, const WorldRouteAnswer& answer, const v1::RouteDetail& detail,
                    v1::PlanRouteResponse& response) {
  const bool with_points = HasPoints(detail);
  const WorldView& world = loaded.view();
  v1::Route& route = *response.add_routes();
  double length_m = 0;
  double plane_length_m = 0;
  for (uint32_t i = 0; i < answer.stretches.size(); ++i) {
    const WorldStretch& stretch = answer.stretches[i];
    const WorldMap& map = world.Map(stretch.map);
    v1::MapGeneration& generation = *response.add_maps();
    generation.set_map_id(std::string(world.MapId(stretch.map)));
    generation.set_generation(loaded.MapGeneration(stretch.map));
    const int first_leg = route.legs_size();
    FillLegs(stretch.walk, with_points, route);
    if (stretch.walk.legs.empty() && stretch.walk.points.size() > 1)
      AddEnds(stretch.walk, with_points, route);
    for (int leg = first_leg; leg < route.legs_size(); ++leg) route.mutable_legs(leg)->set_map_index(i);
    if (with_points) {
      SetPoints(stretch.walk.points, ToVec3(map.origin), detail.point_format(), *route.add_points());
    }
    if (!stretch.portal.IsNone()) {
      AddPortalLeg(world, stretch.portal, i, static_cast<uint32_t>(stretch.walk.points.size() - 1),
                   with_points, route);
    }
    length_m += stretch.walk.length_m;
    plane_length_m += stretch.walk.plane_length_m;
  }
  route.set_length_m(length_m);
  route.set_plane_length_m(plane_length_m);
  route.set_cost_m(answer.cost_m);
  if (!answer.sets_off.IsNone()) route.set_sets_off_portal(std::string(world.NameOf(answer.sets_off)));
}

}  // namespace

namespace {

// The field by which a request goes over maps; null if it does not.
const char* FieldOverMaps(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  if (request.has_exploration() || request.portals().mode() == v1::PORTAL_MODE_NONE) return nullptr;
  if (request.has_portals()) return "portals";
  const std::string& start = request.start().position().map_id();
  const auto is_elsewhere = [&](const v1::Location& place) {
    const std::string& map = place.position().map_id();
    return !map.empty() && ResolveMapId(start, scope) != ResolveMapId(map, scope);
  };
  if (std::any_of(request.goals().begin(), request.goals().end(), is_elsewhere)) return "goals";
  return std::any_of(request.via().begin(), request.via().end(), is_elsewhere) ? "via" : nullptr;
}

}  // namespace

bool IsOverMaps(const v1::PlanRouteRequest& request, const RequestScope& scope) {
  return FieldOverMaps(request, scope) != nullptr;
}

absl::Status AnswerWorldRoute(const v1::PlanRouteRequest& request, const RequestLimits& limits,
                              const RequestScope& scope, MapPrefetcher* prefetcher,
                              v1::PlanRouteResponse& response) {
  const std::shared_ptr<WorldStore>& store = scope.maps->World();
  if (store == nullptr) return scope.maps->NoWorldError(FieldOverMaps(request, scope), "a route across maps");
  WS_RETURN_IF_ERROR(CheckFeatures(request));
  WS_RETURN_IF_ERROR(CheckRatio(request, store->world().view()));
  const LoadedWorld& world = store->world();
  WS_ASSIGN_OR_RETURN(WorldRouteQuery query, WorldRequest(request, limits, scope, world.view()).Read());
  const AskedChanges asked{
      .changes = request.changes(),
      .pinned = request.pinned(),
      .min_clearance_m = ResolveAgent(request.has_agent(), request.agent(), scope).min_clearance_m(),
      .default_map_id = DefaultMapId(request.start().position().map_id(), scope),
      .profile = ResolveAgent(request.has_agent(), request.agent(), scope).profile()};
  WS_ASSIGN_OR_RETURN(const auto changes, WorldMapChanges::Make(asked, world.view(), limits, scope));
  query.changes = changes.get();
  absl::StatusOr<WorldRouteAnswer> planned = PlanWorldRoute(*store, query, *scope.scratch);
  if (FieldOf(planned.status()) == "profile") return Within("agent", planned.status());
  WS_ASSIGN_OR_RETURN(const WorldRouteAnswer answer, std::move(planned));
  if (prefetcher != nullptr) prefetcher->Follow(store, answer);
  WS_RETURN_IF_ERROR(FillMissed(request.portals(), world.view(), answer, response));
  FillVerdict(answer, response);
  ExplainExpansionLimit(request.limits(), limits, response);
  if (request.detail().explain()) {
    FillWorldWhy({request, asked, changes.get(), query, answer}, limits, scope, response);
  }
  response.set_world_generation(world.generation());
  response.set_surface(ToProto(static_cast<SurfaceKind>(world.view().Map(query.start.map).surface)));
  if (request.detail().strategy() && answer.reason != RouteReason::kMapMissing) {
    WS_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenedMap> start,
                        store->Open(query.start.map, scope.deadline));
    response.set_strategy_reason(start->map->manifest().strategy_reason);
  }
  if (!answer.stretches.empty()) {
    FillWorldRoute(world, answer, request.detail(), response);
  }
  return absl::OkStatus();
}

}  // namespace waystone
