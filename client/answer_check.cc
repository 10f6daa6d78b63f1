#include "client/answer_check.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>

#include "client/messages.h"
#include "client/number_check.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone::client {
namespace {

// Ids of the source: none, or one for each of `count`.
bool AreIdsOf(int ids, int count) { return ids == 0 || ids == count; }

absl::Status CheckPoints(const std::string& field, const v1::PointList& points) {
  if (!points.xyz().empty() && !points.local_xyz().empty()) return Malformed(field, "both lists");
  const bool is_local = !points.local_xyz().empty();
  if ((is_local ? points.local_xyz_size() : points.xyz_size()) % 3 == 0) return absl::OkStatus();
  return Malformed(field + (is_local ? ".local_xyz" : ".xyz"),
                   "the number of coordinates is no multiple of 3");
}

absl::Status CheckPortal(const std::string& field, const v1::PortalUse& portal, const v1::Route& route,
                         int map_count) {
  const bool has_points = route.points_size() > 0;
  const uint32_t to = portal.to_map_index();
  if (to >= static_cast<uint32_t>(has_points ? route.points_size() : map_count)) {
    return Malformed(field + ".to_map_index", "no such map");
  }
  if (has_points && PointsOf(route.points(static_cast<int>(to))).empty()) {
    return Malformed(field + ".to_map_index", "a map without the point arrived at");
  }
  return absl::OkStatus();
}

absl::Status CheckLeg(const std::string& field, const v1::RouteLeg& leg, const v1::Route& route,
                      int map_count) {
  if (leg.kind() == v1::LEG_KIND_UNSPECIFIED) return Malformed(field + ".kind", "missing");
  const bool has_points = route.points_size() > 0;
  if (leg.map_index() >= static_cast<uint32_t>(has_points ? route.points_size() : map_count)) {
    return Malformed(field + ".map_index", "no such map");
  }
  const uint64_t end = static_cast<uint64_t>(leg.first_point()) + leg.point_count();
  if (end > (has_points ? PointsOf(route.points(static_cast<int>(leg.map_index()))).size() : 0)) {
    return Malformed(field, "its points are not all there");
  }
  if (leg.kind() != v1::LEG_KIND_PORTAL) return absl::OkStatus();
  if (!leg.has_portal()) return Malformed(field + ".portal", "missing");
  return CheckPortal(field + ".portal", leg.portal(), route, map_count);
}

absl::Status CheckRoute(const std::string& field, const v1::Route& route, int map_count) {
  if (route.points_size() > map_count) return Malformed(field + ".points", "more lists than maps");
  for (int i = 0; i < route.points_size(); ++i) {
    WS_RETURN_IF_ERROR(CheckPoints(StrCat(field, ".points[", i, "]"), route.points(i)));
  }
  for (int i = 0; i < route.legs_size(); ++i) {
    WS_RETURN_IF_ERROR(CheckLeg(StrCat(field, ".legs[", i, "]"), route.legs(i), route, map_count));
  }
  if (!AreIdsOf(route.poly_external_ids_size(), route.polys_size())) {
    return Malformed(field + ".poly_external_ids", "not one for each");
  }
  if (!AreIdsOf(route.key_point_external_ids_size(), route.key_points_size())) {
    return Malformed(field + ".key_point_external_ids", "not one for each");
  }
  return absl::OkStatus();
}

absl::Status CheckResult(const v1::BatchItem& item, const v1::BatchResult& result) {
  if (result.has_error()) {
    return result.error().code() == 0 ? Malformed("error.code", "0 is no error") : absl::OkStatus();
  }
  if (item.has_plan_route() && result.has_plan_route()) {
    return CheckAnswer(item.plan_route(), result.plan_route());
  }
  if (item.has_place_resource() && result.has_place_resource()) {
    return CheckAnswer(item.place_resource(), result.place_resource());
  }
  if (item.has_validate_move() && result.has_validate_move()) {
    return CheckAnswer(item.validate_move(), result.validate_move());
  }
  if (item.has_measure_distances() && result.has_measure_distances()) {
    return CheckAnswer(item.measure_distances(), result.measure_distances());
  }
  return Malformed("outcome", "not the kind that was asked for");
}

}  // namespace

absl::Status CheckAnswer(const v1::PlanRouteRequest& /*request*/, const v1::PlanRouteResponse& answer) {
  if (answer.status() == v1::ROUTE_STATUS_UNSPECIFIED) return Malformed("status", "missing");
  for (int i = 0; i < answer.routes_size(); ++i) {
    WS_RETURN_IF_ERROR(CheckRoute(StrCat("routes[", i, "]"), answer.routes(i), answer.maps_size()));
  }
  if (answer.status() == v1::ROUTE_STATUS_COMPLETE && answer.routes().empty()) {
    return Malformed("routes", "complete without a route");
  }
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::PlaceResourceRequest& request, const v1::PlaceResourceResponse& answer) {
  if (answer.status() == v1::PLACE_STATUS_UNSPECIFIED) return Malformed("status", "missing");
  WS_RETURN_IF_ERROR(CheckPoints("points", answer.points()));
  const auto points = static_cast<int>(PointsOf(answer.points()).size());
  if (answer.polys_size() != points) return Malformed("polys", "not one for each point");
  if (!AreIdsOf(answer.poly_external_ids_size(), answer.polys_size())) {
    return Malformed("poly_external_ids", "not one for each");
  }
  const auto given = static_cast<int>(GivenPositions(request).size());
  const bool has_suggestions = request.has_nearest() || request.audit().suggest();
  const int suggestions = has_suggestions ? given : 0;
  if (answer.verdicts_size() != given) return Malformed("verdicts", "not one for each position");
  if (answer.suggestions_size() != suggestions) {
    return Malformed("suggestions", "not one for each position");
  }
  const bool is_scatter = !request.has_nearest() && !request.has_audit();
  if (!is_scatter && points != suggestions) return Malformed("points", "not one for each position");
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::ValidateMoveRequest& request, const v1::ValidateMoveResponse& answer) {
  if (answer.verdict() == v1::MOVE_VERDICT_UNSPECIFIED) return Malformed("verdict", "missing");
  if (request.body_only() && !answer.has_body()) return Malformed("body", "missing");
  if (answer.verdict() == v1::MOVE_VERDICT_ILLEGAL && answer.violations().empty() && !answer.has_body()) {
    return Malformed("violations", "illegal without a violation");
  }
  for (int i = 0; i < answer.violations_size(); ++i) {
    if (answer.violations(i).walk_xyz_size() % 3 == 0) continue;
    return Malformed(StrCat("violations[", i, "].walk_xyz"), "the number of coordinates is no multiple of 3");
  }
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::MeasureDistancesRequest& request,
                         const v1::MeasureDistancesResponse& answer) {
  const size_t count = PointsOf(request.source_xyz()).size() * PointsOf(request.target_xyz()).size();
  if (static_cast<size_t>(answer.distance_m_size()) != count) {
    return Malformed("distance_m", "not one for each source and target");
  }
  if (static_cast<size_t>(answer.statuses_size()) != count) {
    return Malformed("statuses", "not one for each source and target");
  }
  for (const int status : answer.statuses()) {
    if (status == v1::DISTANCE_STATUS_UNSPECIFIED) return Malformed("statuses", "missing");
  }
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::ReachRequest& request, const v1::ReachResponse& answer) {
  const size_t places = PointsOf(answer.places()).size();
  const size_t starts = PointsOf(request.start_xyz()).size();
  WS_RETURN_IF_ERROR(CheckPoints("places", answer.places()));
  if (static_cast<size_t>(answer.cost_m_size()) != places)
    return Malformed("cost_m", "not one for each place");
  if (starts > 1 && static_cast<size_t>(answer.starts_size()) != places)
    return Malformed("starts", "not one for each place");
  const bool is_start = std::all_of(answer.starts().begin(), answer.starts().end(),
                                    [starts](uint32_t start) { return start < starts; });
  if (!is_start) return Malformed("starts", "not the index of a start");
  if (static_cast<size_t>(answer.start_states_size()) != starts)
    return Malformed("start_states", "not one for each start");
  for (int i = 0; i < answer.contours_size(); ++i) {
    const v1::ReachContour& contour = answer.contours(i);
    WS_RETURN_IF_ERROR(CheckPoints(StrCat("contours[", i, "].points"), contour.points()));
    const uint64_t points =
        std::accumulate(contour.point_counts().begin(), contour.point_counts().end(), uint64_t{0});
    if (points == PointsOf(contour.points()).size()) continue;
    return Malformed(StrCat("contours[", i, "].point_counts"), "not the number of its points");
  }
  return CheckFinite(answer);
}

absl::Status CheckAnswer(const v1::PrepareChangesRequest& /*request*/,
                         const v1::PrepareChangesResponse& answer) {
  return answer.changes_ref().empty() ? Malformed("changes_ref", "is empty") : absl::OkStatus();
}

absl::Status CheckAnswer(const v1::BatchRequest& request, v1::BatchResponse& answer) {
  if (answer.has_error()) return ToStatus(answer.error());
  if (answer.more()) return Malformed("more", "answers in parts are not read");
  if (answer.results_size() != request.items_size()) return Malformed("results", "not one for each request");
  for (int i = 0; i < request.items_size(); ++i) {
    if (answer.results(i).tag() != request.items(i).tag()) {
      return Malformed(StrCat("results[", i, "].tag"), "not in the order of the requests");
    }
  }
  for (int i = 0; i < request.items_size(); ++i) {
    v1::BatchResult& result = *answer.mutable_results(i);
    const absl::Status status = CheckResult(request.items(i), result);
    if (status.ok()) continue;
    result.mutable_error()->set_code(static_cast<int>(status.code()));
    result.mutable_error()->set_message(std::string(status.message()));
  }
  return absl::OkStatus();
}

}  // namespace waystone::client
