#include "client/cli/overlay_json.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/vec.h"

namespace waystone::cli {
namespace {

using Document = nlohmann::json;

absl::Status RefuseField(std::string_view field, std::string_view rule) {
  return absl::InvalidArgumentError(StrCat(field, ": ", rule));
}

// The member, or a null of static life.
const Document& Member(const Document& object, const char* field) {
  static const Document kNull;
  const auto found = object.is_object() ? object.find(field) : object.end();
  return object.is_object() && found != object.end() ? *found : kNull;
}

absl::StatusOr<std::string> Text(const Document& object, const char* field) {
  const Document& member = Member(object, field);
  if (!member.is_string()) return RefuseField(field, "must be a string");
  return member.get<std::string>();
}

absl::StatusOr<double> Number(const Document& object, const char* field) {
  const Document& member = Member(object, field);
  if (!member.is_number() || !std::isfinite(member.get<double>()))
    return RefuseField(field, "must be a finite number");
  return member.get<double>();
}

absl::StatusOr<Vec3> Point(std::string_view field, const Document& json) {
  constexpr double kLargest_m = 1e8;
  bool good = json.is_array() && json.size() == 3;
  for (size_t i = 0; i < 3 && good; ++i)
    good = json[i].is_number() && std::abs(json[i].get<double>()) <= kLargest_m;
  if (!good) return RefuseField(field, "must be three numbers within 1e8 m of zero");
  return Vec3(json[0].get<double>(), json[1].get<double>(), json[2].get<double>());
}

absl::StatusOr<std::vector<Vec3>> Points(const Document& object, const char* field) {
  const Document& member = Member(object, field);
  if (!member.is_array()) return RefuseField(field, "must be an array");
  std::vector<Vec3> points;
  for (const Document& json : member) {
    WS_ASSIGN_OR_RETURN(points.emplace_back(), Point(StrCat(field, "[", points.size(), "]"), json));
  }
  return points;
}

// The legs on the map, a line for each visit: legs of a route over several maps tell by `map_index` which
// visit they belong to. Where a leg begins at the end of the one before, the point is there only once.
absl::Status ReadRoute(const Document& json, std::string_view name, std::string_view map_id,
                       draw::Overlays& overlays) {
  WS_ASSIGN_OR_RETURN(const std::string status, Text(json, "status"));
  const Document& legs = Member(json, "legs");
  if (legs.is_null()) return absl::OkStatus();  // no route: nothing to draw
  if (!legs.is_array()) return RefuseField("legs", "must be an array");
  draw::RouteOverlay route;
  route.is_complete = status == "complete";
  route.name = name;
  WS_ASSIGN_OR_RETURN(route.length_m, Number(json, "length_m"));
  Document visited;  // the map_index of the last visit
  for (const Document& leg : legs) {
    WS_ASSIGN_OR_RETURN(const std::string leg_map, Text(leg, "map_id"));
    if (leg_map != map_id) continue;
    WS_ASSIGN_OR_RETURN(const std::vector<Vec3> points, Points(leg, "points"));
    if (points.empty()) continue;
    const Document& visit = Member(leg, "map_index");
    if (route.visits.empty() || visit != visited) route.visits.emplace_back();
    visited = visit;
    std::vector<Vec3>& line = route.visits.back();
    for (const Vec3& point : points) {
      if (line.empty() || !(line.back() == point)) line.push_back(point);
    }
  }
  if (!legs.empty() && route.visits.empty())
    return RefuseField("legs", StrCat("none lies on map \"", map_id, "\""));
  if (!route.visits.empty()) overlays.routes.push_back(std::move(route));
  return absl::OkStatus();
}

absl::Status ReadPlacements(const Document& json, draw::Overlays& overlays) {
  WS_ASSIGN_OR_RETURN(const std::vector<Vec3> positions, Points(json, "positions"));
  for (const Vec3& at : positions) overlays.placements.push_back({at});
  return absl::OkStatus();
}

absl::Status ReadMove(const Document& json, draw::Overlays& overlays) {
  draw::MoveOverlay move;
  WS_ASSIGN_OR_RETURN(const std::string verdict, Text(json, "verdict"));
  move.is_legal = verdict == "legal";
  WS_ASSIGN_OR_RETURN(move.from, Point("from", Member(json, "from")));
  WS_ASSIGN_OR_RETURN(move.to, Point("to", Member(json, "to")));
  const Document& violations = Member(json, "violations");
  if (violations.is_array() && !violations.empty()) {
    WS_ASSIGN_OR_RETURN(move.reason, Text(violations[0], "kind"));
    if (move.reason == "blocked") {
      WS_ASSIGN_OR_RETURN(move.blocked_at, Point("violations[0].at", Member(violations[0], "at")));
    }
  }
  const Document& corrections = Member(json, "corrections");
  if (corrections.is_array() && !corrections.empty()) {
    WS_ASSIGN_OR_RETURN(move.corrected, Point("corrections[0].at", Member(corrections[0], "at")));
  }
  overlays.moves.push_back(std::move(move));
  return absl::OkStatus();
}

absl::Status ReadAnswer(const Document& json, std::string_view name, std::string_view kind,
                        std::string_view map_id, draw::Overlays& overlays) {
  if (!json.is_object()) return absl::InvalidArgumentError("must be a JSON object");
  WS_ASSIGN_OR_RETURN(const std::string found_kind, Text(json, "kind"));
  if (found_kind != kind)
    return RefuseField("kind", StrCat("must be \"", kind, "\", not \"", found_kind, "\""));
  if (kind == kRouteAnswer) return ReadRoute(json, name, map_id, overlays);
  WS_ASSIGN_OR_RETURN(const std::string answer_map, Text(json, "map_id"));
  if (answer_map != map_id) return RefuseField("map_id", StrCat("must be \"", map_id, "\", the map drawn"));
  return kind == kPlaceAnswer ? ReadPlacements(json, overlays) : ReadMove(json, overlays);
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
  const std::string_view stem = Stem(name);
  if (const Document whole = Parse(text); !whole.is_discarded()) {
    const absl::Status status = ReadAnswer(whole, stem, kind, map_id, overlays);
    return status.ok() ? status : absl::InvalidArgumentError(StrCat(name, ": ", status.message()));
  }
  for (size_t line_number = 1; !text.empty(); ++line_number) {
    const size_t length = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, length);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const absl::Status status = ReadAnswer(Parse(line), stem, kind, map_id, overlays);
    if (!status.ok())
      return absl::InvalidArgumentError(StrCat(name, ":", line_number, ": ", status.message()));
  }
  return absl::OkStatus();
}

}  // namespace waystone::cli
