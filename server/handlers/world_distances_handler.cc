#include "server/handlers/world_distances_handler.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/world_route/world_distances.h"
#include "server/convert/api_enums.h"
#include "server/convert/convert.h"
#include "server/convert/feature_gate.h"
#include "server/convert/world_map_changes.h"
#include "server/convert/world_query_input.h"
#include "server/handlers/missing_maps.h"

namespace waystone {
namespace {

absl::StatusOr<std::vector<WorldPosition>> PlacesOn(const char* field, const std::string& map_id,
                                                    const std::vector<Vec3>& points, const WorldView& world) {
  if (map_id.empty()) return FieldError(field, "required");
  const std::optional<WorldMapIndex> map = world.FindMap(map_id);
  if (!map.has_value()) {
    return FieldError(field, StrCat("the world has no map ", Quoted(map_id)), absl::StatusCode::kNotFound);
  }
  std::vector<WorldPosition> places;
  places.reserve(points.size());
  for (const Vec3& point : points) places.push_back({*map, point});
  return places;
}

}  // namespace

absl::StatusOr<bool> IsOverMaps(const v1::MeasureDistancesRequest& request, const RequestScope& scope) {
  const std::string& target = request.target_map_id();
  const bool is_elsewhere = !target.empty() && target != ResolveMapId(request.map_id(), scope);
  if (request.portals().mode() != v1::PORTAL_MODE_NONE) return request.has_portals() || is_elsewhere;
  if (!is_elsewhere) return false;
  return FieldError("portals.mode",
                    "PORTAL_MODE_NONE keeps distances on the sources' map, and target_map_id is another");
}

absl::Status AnswerWorldDistances(const v1::MeasureDistancesRequest& request, const DistanceQuery& asked,
                                  const RequestLimits& limits, const RequestScope& scope,
                                  v1::MeasureDistancesResponse& response) {
  const std::shared_ptr<WorldStore>& store = scope.maps->World();
  if (store == nullptr) {
    return scope.maps->NoWorldError(request.has_portals() ? "portals" : "target_map_id",
                                    "a distance across maps");
  }
  if (asked.mutually_reachable) return NotServed("snap.mutually_reachable", "in distances across maps, this");
  const LoadedWorld& loaded = store->world();
  const WorldView& world = loaded.view();
  const v1::Agent& agent = ResolveAgent(request.has_agent(), request.agent(), scope);
  WorldDistanceQuery query;
  WorldRouteQuery& route = query.route;
  WS_ASSIGN_OR_RETURN(route.traveller, FindTraveller(agent, world));
  const std::string& map_id = ResolveMapId(request.map_id(), scope);
  WS_ASSIGN_OR_RETURN(query.sources, PlacesOn("map_id", map_id, asked.sources, world));
  const bool is_same = request.target_map_id().empty();
  WS_ASSIGN_OR_RETURN(query.targets,
                      PlacesOn(is_same ? "map_id" : "target_map_id",
                               is_same ? map_id : request.target_map_id(), asked.targets, world));
  WS_RETURN_IF_ERROR(ReadPortalUse({request.portals(), request.changes()}, limits, scope, route));
  const AskedChanges changed{.changes = request.changes(),
                             .pinned = request.pinned(),
                             .min_clearance_m = agent.min_clearance_m(),
                             .default_map_id = DefaultMapId(map_id, scope),
                             .profile = agent.profile()};
  WS_ASSIGN_OR_RETURN(const auto changes, WorldMapChanges::Make(changed, world, limits, scope));
  route.changes = changes.get();
  route.snap = asked.snap;
  route.max_expansions = limits.max_expansions;
  route.deadline = asked.deadline;
  query.max_distance_m = request.max_distance_m();
  const absl::StatusOr<WorldDistanceAnswer> answer = MeasureWorldDistances(*store, query, *scope.scratch);
  if (FieldOf(answer.status()) == "profile") return Within("agent", answer.status());
  WS_RETURN_IF_ERROR(answer.status());
  WS_RETURN_IF_ERROR(FillMissed(request.portals(), world, *answer, response));
  for (const double distance_m : answer->distance_m) response.add_distance_m(static_cast<float>(distance_m));
  for (const DistanceStatus status : answer->statuses) response.add_statuses(ToProto(status));
  const WorldMapIndex map = query.sources.front().map;
  response.mutable_map()->set_map_id(map_id);
  response.mutable_map()->set_generation(loaded.MapGeneration(map));
  response.set_surface(ToProto(static_cast<SurfaceKind>(world.Map(map).surface)));
  return absl::OkStatus();
}

}  // namespace waystone
