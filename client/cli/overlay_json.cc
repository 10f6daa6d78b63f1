#include "client/cli/overlay_json.h"

#include <google/protobuf/util/json_util.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "client/answer_check.h"
#include "client/cli/move_picture.h"
#include "client/messages.h"
#include "core/base/json_depth.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"
#include "waystone/field_limits.h"

namespace waystone::cli {
namespace {

using Document = nlohmann::json;

absl::Status RefuseField(std::string_view field, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(field, ": ", rule));
}

absl::Status CheckNear(std::span<const Vec3> points) {
  constexpr double kLargest_m = limits::Position::x.max;
  // Written so that NaN fails.
  const auto is_near = [](double coordinate) { return std::abs(coordinate) <= kLargest_m; };
  for (const Vec3& at : points) {
    if (is_near(at.x) && is_near(at.y) && is_near(at.z)) continue;
    return absl::InvalidArgumentError("positions must be within 1e8 m of zero");
  }
  return absl::OkStatus();
}

absl::Status CheckMap(std::string_view field, std::string_view answer_map, std::string_view map_id) {
  if (answer_map == map_id) return absl::OkStatus();
  return RefuseField(field, StrCat("must be \"", map_id, "\", the map drawn"));
}

// The message that the object has under that name; fields of newer versions are ignored.
absl::Status ReadMessage(const Document& object, const char* name, google::protobuf::Message& message) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_object()) return RefuseField(name, "must be an object");
  google::protobuf::util::JsonParseOptions options;
  options.ignore_unknown_fields = true;
  const auto status = google::protobuf::util::JsonStringToMessage(found->dump(), &message, options);
  return status.ok() ? absl::OkStatus() : RefuseField(name, std::string(status.message()));
}

// What was asked, and the answer, as sound as one that comes from a server.
template <typename Request, typename Response>
absl::Status ReadAnswer(const Document& json, Request& request, Response& answer) {
  WS_RETURN_IF_ERROR(ReadMessage(json, "request", request));
  WS_RETURN_IF_ERROR(ReadMessage(json, "response", answer));
  return client::CheckAnswer(request, answer);
}

// The legs on the map, a line for each visit. Where a leg begins at the end of the one before, the point is
// there only once.
absl::Status AddRoute(const Document& json, std::string_view name, std::string_view map_id,
                      draw::Overlays& overlays) {
  v1::PlanRouteRequest request;
  v1::PlanRouteResponse answer;
  WS_RETURN_IF_ERROR(ReadAnswer(json, request, answer));
  if (answer.routes().empty()) return absl::OkStatus();
  const v1::Route& route = answer.routes(0);
  draw::RouteOverlay overlay{.visits = {},
                             .length_m = route.length_m(),
                             .is_complete = answer.status() == v1::ROUTE_STATUS_COMPLETE,
                             .name = std::string(name)};
  uint32_t visited = 0;  // the map_index of the last visit
  for (const v1::RouteLeg& leg : route.legs()) {
    const client::PointView points = client::LegPoints(route, leg);
    if (answer.maps(static_cast<int>(leg.map_index())).map_id() != map_id || points.empty()) continue;
    if (overlay.visits.empty() || leg.map_index() != visited) overlay.visits.emplace_back();
    visited = leg.map_index();
    std::vector<Vec3>& line = overlay.visits.back();
    for (const Vec3 point : points) {
      if (line.empty() || !(line.back() == point)) line.push_back(point);
    }
  }
  if (!route.legs().empty() && overlay.visits.empty()) {
    return RefuseField("legs", StrCat("none lies on map \"", map_id, "\""));
  }
  for (const std::vector<Vec3>& line : overlay.visits) WS_RETURN_IF_ERROR(CheckNear(line));
  if (!overlay.visits.empty()) overlays.routes.push_back(std::move(overlay));
  return absl::OkStatus();
}

absl::Status AddPlacements(const Document& json, std::string_view map_id, draw::Overlays& overlays) {
  v1::PlaceResourceRequest request;
  v1::PlaceResourceResponse answer;
  WS_RETURN_IF_ERROR(ReadAnswer(json, request, answer));
  WS_RETURN_IF_ERROR(CheckMap("request.map_id", request.map_id(), map_id));
  const client::PointView points = client::PointsOf(answer.points());
  std::vector<Vec3> places;
  for (size_t i = 0; i < points.size(); ++i) {
    const bool is_place = answer.suggestions().empty() || client::FoundPlace(answer, static_cast<int>(i));
    if (is_place) places.push_back(points[i]);
  }
  WS_RETURN_IF_ERROR(CheckNear(places));
  for (const Vec3& at : places) overlays.placements.push_back({at});
  return absl::OkStatus();
}

absl::Status AddMove(const Document& json, std::string_view map_id, draw::Overlays& overlays) {
  v1::ValidateMoveRequest request;
  v1::ValidateMoveResponse answer;
  WS_RETURN_IF_ERROR(ReadAnswer(json, request, answer));
  if (request.has_track()) {
    WS_RETURN_IF_ERROR(CheckMap("request.track.map_id", request.track().map_id(), map_id));
    if (request.track().xyz_size() < 3) return RefuseField("request.track.xyz", "must have samples");
  } else {
    const bool has_from = request.has_from();
    WS_RETURN_IF_ERROR(CheckMap(has_from ? "request.from.map_id" : "request.to.map_id",
                                (has_from ? request.from() : request.to()).map_id(), map_id));
  }
  draw::MoveOverlay move = MoveOverlayOf(request, answer);
  WS_RETURN_IF_ERROR(CheckNear(move.samples));
  WS_RETURN_IF_ERROR(CheckNear(move.walk));
  std::vector<Vec3> places;
  for (const draw::CorrectionOverlay& correction : move.corrections) places.push_back(correction.at);
  if (move.violated_at) places.push_back(*move.violated_at);
  if (move.last_good) places.push_back(*move.last_good);
  WS_RETURN_IF_ERROR(CheckNear(places));
  overlays.moves.push_back(std::move(move));
  return absl::OkStatus();
}

absl::Status AddAnswer(const Document& json, std::string_view name, std::string_view kind,
                       std::string_view map_id, draw::Overlays& overlays) {
  if (!json.is_object()) return absl::InvalidArgumentError("must be a JSON object");
  const auto found = json.find("kind");
  if (found == json.end() || !found->is_string()) return RefuseField("kind", "must be a string");
  const auto& found_kind = found->get_ref<const std::string&>();
  if (found_kind != kind) {
    return RefuseField("kind", StrCat("must be \"", kind, "\", not \"", found_kind, "\""));
  }
  if (kind == kRouteAnswer) return AddRoute(json, name, map_id, overlays);
  return kind == kPlaceAnswer ? AddPlacements(json, map_id, overlays) : AddMove(json, map_id, overlays);
}

Document Parse(std::string_view text) {
  constexpr bool kAllowExceptions = false;
  return Document::parse(text.begin(), text.end(), nullptr, kAllowExceptions);
}

// "folder/to the bridge.json" -> "to the bridge"
std::string_view Stem(std::string_view name) {
  name.remove_prefix(name.find_last_of('/') == std::string_view::npos ? 0 : name.find_last_of('/') + 1);
  return name.substr(0, name.find('.'));
}

}  // namespace

absl::Status ReadOverlays(std::string_view name, std::string_view text, std::string_view kind,
                          std::string_view map_id, draw::Overlays& overlays) {
  if (const absl::Status depth = CheckJsonDepth(text); !depth.ok())
    return absl::InvalidArgumentError(StrCat(name, ": ", depth.message()));
  const std::string_view stem = Stem(name);
  if (const Document whole = Parse(text); !whole.is_discarded()) {
    const absl::Status status = AddAnswer(whole, stem, kind, map_id, overlays);
    return status.ok() ? status : absl::InvalidArgumentError(StrCat(name, ": ", status.message()));
  }
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const absl::Status status = AddAnswer(Parse(line), stem, kind, map_id, overlays);
    if (!status.ok())
      return absl::InvalidArgumentError(StrCat(name, ":", line_number, ": ", status.message()));
  }
  return absl::OkStatus();
}

}  // namespace waystone::cli
