#include "bake/import/polygon_json.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "bake/import/json_text.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

using Json = nlohmann::json;

absl::StatusOr<uint32_t> IdOf(const Json& value, const std::string& place) {
  if (!value.is_number_unsigned() || value.get<uint64_t>() > kMaxPolygonId) {
    return InvalidJson(place, StrCat("must be an integer from 0 to ", kMaxPolygonId));
  }
  return value.get<uint32_t>();
}

absl::StatusOr<Vec3> CornerOf(const Json& value, const std::string& place) {
  const auto is_finite = [](const Json& number) {
    return number.is_number() && std::isfinite(number.get<double>());
  };
  if (!value.is_array() || value.size() != 3 || !std::ranges::all_of(value, is_finite)) {
    return InvalidJson(place, "must be a list of 3 finite numbers");
  }
  return Vec3(value[0].get<double>(), value[1].get<double>(), value[2].get<double>());
}

absl::StatusOr<PolygonMap::Polygon> PolygonOf(const Json& value, const std::string& place) {
  WS_RETURN_IF_ERROR(CheckJsonKeys(value, {"id", "area", "corners"}, place));
  PolygonMap::Polygon polygon;
  if (!value.contains("id")) return InvalidJson(place, "has no id");
  WS_ASSIGN_OR_RETURN(polygon.id, IdOf(value["id"], StrCat(place, ".id")));
  if (const auto area = value.find("area"); area != value.end()) {
    if (!area->is_string() || !IsPlainText(area->get_ref<const std::string&>(), kMaxPolygonAreaBytes)) {
      return InvalidJson(StrCat(place, ".area"),
                         StrCat("must be text of at most ", kMaxPolygonAreaBytes, " bytes"));
    }
    polygon.area = area->get<std::string>();
  }
  WS_ASSIGN_OR_RETURN(const Json* const corners, JsonListIn(value, "corners", StrCat(place, ".")));
  if (corners->size() < 3 || corners->size() > kMaxPolygonCorners) {
    return InvalidJson(StrCat(place, ".corners"),
                       StrCat("has ", corners->size(), " corners, not 3 to ", kMaxPolygonCorners));
  }
  for (size_t i = 0; i < corners->size(); ++i) {
    WS_ASSIGN_OR_RETURN(const Vec3 corner, CornerOf((*corners)[i], StrCat(place, ".corners[", i, "]")));
    polygon.corners.push_back(corner);
  }
  return polygon;
}

}  // namespace

absl::StatusOr<PolygonMap> ParsePolygonJson(std::string_view text) {
  WS_ASSIGN_OR_RETURN(const Json document, ParseJsonText(text));
  WS_RETURN_IF_ERROR(CheckJsonKeys(document, {"polygons", "connections"}, "the document"));
  WS_ASSIGN_OR_RETURN(const Json* const polygons, JsonListIn(document, "polygons", ""));
  WS_ASSIGN_OR_RETURN(const Json* const connections, JsonListIn(document, "connections", ""));
  PolygonMap map;
  map.place_prefix = "[";
  map.place_suffix = "]";
  for (uint32_t i = 0; i < polygons->size(); ++i) {
    WS_ASSIGN_OR_RETURN(PolygonMap::Polygon polygon, PolygonOf((*polygons)[i], StrCat("polygons[", i, "]")));
    polygon.place = i;
    map.polygons.push_back(std::move(polygon));
  }
  for (uint32_t i = 0; i < connections->size(); ++i) {
    const Json& pair = (*connections)[i];
    const std::string place = StrCat("connections[", i, "]");
    if (!pair.is_array() || pair.size() != 2) return InvalidJson(place, "must be a list of 2 polygon ids");
    PolygonMap::Connection connection{.place = i};
    WS_ASSIGN_OR_RETURN(connection.from, IdOf(pair[0], StrCat(place, "[0]")));
    WS_ASSIGN_OR_RETURN(connection.to, IdOf(pair[1], StrCat(place, "[1]")));
    map.connections.push_back(connection);
  }
  return map;
}

}  // namespace waystone
