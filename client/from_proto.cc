#include "client/from_proto.h"

#include <grpcpp/support/status.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "client/answer_check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

// The text of a server's own words or ids is passed on as it is.
MapGeneration Convert(const v1::MapGeneration& message) { return {message.map_id(), message.generation()}; }

absl::StatusOr<PointList> Convert(const std::string& field, const v1::PointList& message) {
  PointList list;
  list.origin = Vec3(message.origin_x(), message.origin_y(), message.origin_z());
  if (!list.origin.IsFinite()) return Malformed(field + ".origin", "not finite");
  if (message.xyz_size() % 3 != 0)
    return Malformed(field + ".xyz", "the number of floats is no multiple of 3");
  list.xyz.assign(message.xyz().begin(), message.xyz().end());
  for (const float coordinate : list.xyz) {
    if (!std::isfinite(coordinate)) return Malformed(field + ".xyz", "not finite");
  }
  return list;
}

absl::StatusOr<PortalUse> Convert(const std::string& field, const v1::PortalUse& message, const Route& route,
                                  size_t map_count) {
  const uint32_t to = message.to_map_index();
  if (to >= (route.points.empty() ? map_count : route.points.size())) {
    return Malformed(field + ".to_map_index", "no such map");
  }
  if (!route.points.empty() && route.points[to].xyz.empty()) {
    return Malformed(field + ".to_map_index", "a map without the point arrived at");
  }
  WS_RETURN_IF_ERROR(CheckFinite(field + ".money", message.money()));
  return PortalUse{.kind = static_cast<PortalKind>(message.kind()),
                   .to_map_index = to,
                   .money = message.money(),
                   .ticket = message.ticket(),
                   .requirement = message.requirement()};
}

absl::StatusOr<RouteLeg> Convert(const std::string& field, const v1::RouteLeg& message, const Route& route,
                                 size_t map_count) {
  if (message.kind() == v1::LEG_KIND_UNSPECIFIED) return Malformed(field + ".kind", "missing");
  const bool has_points = !route.points.empty();
  if (message.map_index() >= (has_points ? route.points.size() : map_count)) {
    return Malformed(field + ".map_index", "no such map");
  }
  const uint64_t end = static_cast<uint64_t>(message.first_point()) + message.point_count();
  if (end > (has_points ? route.points[message.map_index()].view().size() : 0)) {
    return Malformed(field, "its points are not all there");
  }
  WS_RETURN_IF_ERROR(CheckFinite(field + ".length_m", message.length_m()));
  WS_RETURN_IF_ERROR(CheckFinite(field + ".cost", message.cost()));
  RouteLeg leg{.kind = static_cast<LegKind>(message.kind()),
               .map_index = message.map_index(),
               .first_point = message.first_point(),
               .point_count = message.point_count(),
               .length_m = message.length_m(),
               .cost = message.cost(),
               .link_id = message.link_id(),
               .external_id = message.external_id()};
  if (leg.kind != LegKind::kPortal) return leg;
  if (!message.has_portal()) return Malformed(field + ".portal", "missing");
  WS_ASSIGN_OR_RETURN(leg.portal, Convert(field + ".portal", message.portal(), route, map_count));
  return leg;
}

// Ids of the source: none, or one for each of `count`.
absl::StatusOr<std::vector<uint32_t>> ConvertIds(const std::string& field,
                                                 const google::protobuf::RepeatedField<uint32_t>& ids,
                                                 int count) {
  if (!ids.empty() && ids.size() != count) return Malformed(field, "not one for each");
  return std::vector<uint32_t>(ids.begin(), ids.end());
}

absl::StatusOr<Route> Convert(const std::string& field, const v1::Route& message, size_t map_count) {
  if (static_cast<size_t>(message.points_size()) > map_count) {
    return Malformed(field + ".points", "more lists than maps");
  }
  Route route;
  for (int i = 0; i < message.points_size(); ++i) {
    WS_ASSIGN_OR_RETURN(route.points.emplace_back(),
                        Convert(StrCat(field, ".points[", i, "]"), message.points(i)));
  }
  for (int i = 0; i < message.legs_size(); ++i) {
    WS_ASSIGN_OR_RETURN(RouteLeg leg,
                        Convert(StrCat(field, ".legs[", i, "]"), message.legs(i), route, map_count));
    route.legs.push_back(std::move(leg));
  }
  WS_RETURN_IF_ERROR(CheckFinite(field + ".length_m", message.length_m()));
  WS_RETURN_IF_ERROR(CheckFinite(field + ".plane_length_m", message.plane_length_m()));
  WS_RETURN_IF_ERROR(CheckFinite(field + ".cost", message.cost()));
  WS_RETURN_IF_ERROR(CheckFinite(field + ".gap_m", message.gap_m()));
  WS_RETURN_IF_ERROR(CheckFinite(field + ".cost_ratio", message.cost_ratio()));
  route.length_m = message.length_m();
  route.plane_length_m = message.plane_length_m();
  route.cost = message.cost();
  route.gap_m = message.gap_m();
  route.cost_ratio = message.cost_ratio();
  route.sets_off_portal = message.sets_off_portal();
  route.polys.assign(message.polys().begin(), message.polys().end());
  route.key_points.assign(message.key_points().begin(), message.key_points().end());
  WS_ASSIGN_OR_RETURN(route.poly_external_ids, ConvertIds(field + ".poly_external_ids",
                                                          message.poly_external_ids(), message.polys_size()));
  WS_ASSIGN_OR_RETURN(route.key_point_external_ids,
                      ConvertIds(field + ".key_point_external_ids", message.key_point_external_ids(),
                                 message.key_points_size()));
  return route;
}

absl::StatusOr<ExplorationReport> Convert(const v1::ExplorationReport& message) {
  WS_RETURN_IF_ERROR(CheckFinite("exploration.coverage", message.coverage()));
  WS_RETURN_IF_ERROR(CheckFinite("exploration.ground_coverage", message.ground_coverage()));
  WS_RETURN_IF_ERROR(CheckFinite("exploration.lower_bound_m", message.lower_bound_m()));
  return ExplorationReport{.end = static_cast<ExplorationEnd>(message.end()),
                           .coverage = message.coverage(),
                           .ground_coverage = message.ground_coverage(),
                           .lower_bound_m = message.lower_bound_m(),
                           .reachable_key_points = message.reachable_key_points(),
                           .key_points = message.key_points(),
                           .unjoinable_key_points = message.unjoinable_key_points(),
                           .cycle_rank = message.cycle_rank()};
}

absl::Status Convert(const v1::BatchError& message) {
  if (message.code() == 0) return Malformed("error.code", "0 is no error");
  return absl::Status(static_cast<absl::StatusCode>(message.code()), message.message());
}

absl::StatusOr<AnyAnswer> Convert(const AnyRequest& request, const v1::BatchResult& result) {
  const auto wrap = [](auto answer) -> absl::StatusOr<AnyAnswer> {
    if (!answer.ok()) return answer.status();
    return AnyAnswer(*std::move(answer));
  };
  if (result.has_error()) return Convert(result.error());
  const bool is_route =
      std::holds_alternative<RouteRequest>(request) || std::holds_alternative<ExploreRequest>(request);
  if (is_route && result.has_plan_route()) {
    return wrap(FromProto(result.plan_route()));
  }
  if (const auto* place = std::get_if<PlaceRequest>(&request);
      place != nullptr && result.has_place_resource()) {
    return wrap(FromProto(*place, result.place_resource()));
  }
  if (const auto* distances = std::get_if<DistancesRequest>(&request);
      distances != nullptr && result.has_measure_distances()) {
    return wrap(FromProto(*distances, result.measure_distances()));
  }
  if (std::holds_alternative<MoveRequest>(request) && result.has_validate_move()) {
    return wrap(FromProto(result.validate_move()));
  }
  return Malformed("outcome", "not the kind that was asked for");
}

// What an answer about given positions has one of for each of them.
struct PlaceCounts {
  size_t verdicts = 0;
  size_t suggestions = 0;
};
PlaceCounts CountsFor(const PlaceTask& task) {
  if (const auto* nearest = std::get_if<NearestTask>(&task)) {
    return {nearest->positions.size(), nearest->positions.size()};
  }
  const auto* audit = std::get_if<AuditTask>(&task);
  if (audit == nullptr) return {};
  return {audit->positions.size(), audit->suggest ? audit->positions.size() : 0};
}

}  // namespace

absl::StatusOr<RouteAnswer> FromProto(const v1::PlanRouteResponse& message) {
  if (message.status() == v1::ROUTE_STATUS_UNSPECIFIED) return Malformed("status", "missing");
  RouteAnswer answer;
  answer.status = static_cast<RouteStatus>(message.status());
  answer.reason = static_cast<RouteReason>(message.reason());
  answer.explanation = message.explanation();
  for (const v1::MapGeneration& map : message.maps()) answer.maps.push_back(Convert(map));
  for (int i = 0; i < message.routes_size(); ++i) {
    WS_ASSIGN_OR_RETURN(Route route,
                        Convert(StrCat("routes[", i, "]"), message.routes(i), answer.maps.size()));
    answer.routes.push_back(std::move(route));
  }
  if (answer.status == RouteStatus::kComplete && answer.routes.empty()) {
    return Malformed("routes", "complete without a route");
  }
  WS_RETURN_IF_ERROR(CheckFinite("start_snap_m", message.start_snap_m()));
  WS_RETURN_IF_ERROR(CheckFinite("goal_snap_m", message.goal_snap_m()));
  answer.start_snap_m = message.start_snap_m();
  answer.goal_snap_m = message.goal_snap_m();
  answer.goal_index = message.goal_index();
  answer.method = static_cast<RouteMethod>(message.method());
  answer.basis = static_cast<AnswerBasis>(message.basis());
  answer.expansions = message.expansions();
  answer.world_generation = message.world_generation();
  answer.surface = static_cast<SurfaceKind>(message.surface());
  answer.strategy_reason = message.strategy_reason();
  if (message.has_exploration()) {
    WS_ASSIGN_OR_RETURN(answer.exploration, Convert(message.exploration()));
  }
  return answer;
}

absl::StatusOr<PlaceAnswer> FromProto(const PlaceRequest& request, const v1::PlaceResourceResponse& message) {
  if (message.status() == v1::PLACE_STATUS_UNSPECIFIED) return Malformed("status", "missing");
  PlaceAnswer answer;
  answer.status = static_cast<PlaceStatus>(message.status());
  WS_ASSIGN_OR_RETURN(answer.points, Convert("points", message.points()));
  answer.polys.assign(message.polys().begin(), message.polys().end());
  if (answer.polys.size() != answer.points.view().size()) return Malformed("polys", "not one for each point");
  WS_ASSIGN_OR_RETURN(answer.poly_external_ids,
                      ConvertIds("poly_external_ids", message.poly_external_ids(), message.polys_size()));
  for (const int verdict : message.verdicts()) answer.verdicts.push_back(static_cast<PlaceReason>(verdict));
  answer.found.assign(message.found().begin(), message.found().end());
  const PlaceCounts counts = CountsFor(request.task);
  if (answer.verdicts.size() != counts.verdicts) return Malformed("verdicts", "not one for each position");
  if (answer.found.size() != counts.suggestions) return Malformed("found", "not one for each position");
  if (!std::holds_alternative<ScatterTask>(request.task) && answer.polys.size() != counts.suggestions) {
    return Malformed("points", "not one for each position");
  }
  for (const v1::PlaceRejections& rejections : message.rejections()) {
    answer.rejections.push_back({static_cast<PlaceReason>(rejections.reason()), rejections.count()});
  }
  for (const double walk_m : message.team_walk_m()) {
    WS_RETURN_IF_ERROR(CheckFinite("team_walk_m", walk_m));
    answer.team_walk_m.push_back(walk_m);
  }
  answer.basis = static_cast<PlaceBasis>(message.basis());
  answer.map = Convert(message.map());
  return answer;
}

absl::StatusOr<DistancesAnswer> FromProto(const DistancesRequest& request,
                                          const v1::MeasureDistancesResponse& message) {
  const size_t count = request.sources.size() * request.targets.size();
  if (static_cast<size_t>(message.distance_m_size()) != count) {
    return Malformed("distance_m", "not one for each source and target");
  }
  if (static_cast<size_t>(message.statuses_size()) != count) {
    return Malformed("statuses", "not one for each source and target");
  }
  DistancesAnswer answer;
  answer.targets = request.targets.size();
  answer.distance_m.assign(message.distance_m().begin(), message.distance_m().end());
  for (const float distance_m : answer.distance_m) {
    WS_RETURN_IF_ERROR(CheckFinite("distance_m", distance_m));
  }
  answer.statuses.reserve(count);
  for (const int status : message.statuses()) {
    if (status == v1::DISTANCE_STATUS_UNSPECIFIED) return Malformed("statuses", "missing");
    answer.statuses.push_back(static_cast<DistanceStatus>(status));
  }
  answer.map = Convert(message.map());
  return answer;
}

absl::StatusOr<MoveAnswer> FromProto(const v1::ValidateMoveResponse& message) {
  MoveAnswer answer;
  if (message.verdict() == v1::MOVE_VERDICT_UNSPECIFIED) return Malformed("verdict", "missing");
  answer.verdict = static_cast<MoveVerdict>(message.verdict());
  for (int i = 0; i < message.violations_size(); ++i) {
    const v1::MoveViolation& violation = message.violations(i);
    const std::string field = StrCat("violations[", i, "]");
    WS_RETURN_IF_ERROR(CheckFinite(field + ".measured", violation.measured()));
    WS_RETURN_IF_ERROR(CheckFinite(field + ".allowed", violation.allowed()));
    WS_ASSIGN_OR_RETURN(const Vec3 at, ReadPosition(field + ".at", violation.at()));
    answer.violations.push_back({.kind = static_cast<MoveViolationKind>(violation.kind()),
                                 .check = static_cast<MoveCheck>(violation.check()),
                                 .sample = violation.sample(),
                                 .measured = violation.measured(),
                                 .allowed = violation.allowed(),
                                 .at = at});
  }
  if (answer.verdict == MoveVerdict::kIllegal && answer.violations.empty()) {
    return Malformed("violations", "illegal without a violation");
  }
  for (int i = 0; i < message.corrections_size(); ++i) {
    const v1::MoveCorrection& correction = message.corrections(i);
    const std::string field = StrCat("corrections[", i, "]");
    WS_RETURN_IF_ERROR(CheckFinite(field + ".distance_m", correction.distance_m()));
    WS_ASSIGN_OR_RETURN(const Vec3 at, ReadPosition(field + ".position", correction.position()));
    answer.corrections.push_back(
        {static_cast<MoveCorrectionKind>(correction.kind()), at, correction.distance_m()});
  }
  if (message.has_end()) {
    WS_ASSIGN_OR_RETURN(answer.end, ReadPosition("end", message.end()));
  }
  for (const int check : message.checks_made()) answer.checks_made.push_back(static_cast<MoveCheck>(check));
  answer.generation = message.generation();
  return answer;
}

absl::StatusOr<BatchAnswer> FromProto(const BatchRequest& request, const v1::BatchResponse& message) {
  if (message.has_error()) return Convert(message.error());
  if (message.more()) return Malformed("more", "parts were not asked for");
  if (static_cast<size_t>(message.results_size()) != request.items.size()) {
    return Malformed("results", "not one for each request");
  }
  BatchAnswer answer;
  for (size_t i = 0; i < request.items.size(); ++i) {
    const v1::BatchResult& result = message.results(static_cast<int>(i));
    if (result.tag() != i)
      return Malformed(StrCat("results[", i, "].tag"), "not in the order of the requests");
    answer.push_back(Convert(request.items[i], result));
  }
  return answer;
}

absl::Status FromGrpc(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace waystone::client
