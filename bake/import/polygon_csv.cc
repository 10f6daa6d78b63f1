#include "bake/import/polygon_csv.h"

#include <algorithm>
#include <array>
#include <span>

#include "bake/import/csv_rows.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr auto kCornerColumns = std::to_array<std::string_view>({"polygon", "x", "y", "z", "area"});
constexpr auto kConnectionColumns = std::to_array<std::string_view>({"from", "to"});

// Reads the first row and holds it against the columns, of which the last may be missing down to `least`.
absl::Status TakeHeader(CsvRows& rows, std::span<const std::string_view> columns, size_t least) {
  const bool any = rows.Next();
  const std::span<const std::string_view> found = rows.fields();
  if (any && found.size() >= least && found.size() <= columns.size() &&
      std::equal(found.begin(), found.end(), columns.begin())) {
    return absl::OkStatus();
  }
  std::string names;
  for (size_t i = 0; i < columns.size(); ++i) StrAppend(names, i == 0 ? "" : ",", columns[i]);
  return InvalidArgument("line ", std::max(1U, rows.line()), ": the header is not '", names, "'",
                         least < columns.size() ? " (the last may be missing)" : "");
}

absl::Status CheckCornerCount(const PolygonMap& map, const CsvRows& rows) {
  if (map.polygons.empty() || map.polygons.back().corners.size() >= 3) return absl::OkStatus();
  const PolygonMap::Polygon& p = map.polygons.back();
  return InvalidArgument("line ", rows.line(), ": polygon ", p.id, " ends with ", p.corners.size(),
                         " of at least 3 corners");
}

absl::Status TakeCorner(const CsvRows& rows, PolygonMap& map) {
  WS_ASSIGN_OR_RETURN(const uint32_t id, rows.Integer(0, "polygon", kMaxPolygonId));
  Vec3 at;
  WS_ASSIGN_OR_RETURN(at.x, rows.Number(1, "x"));
  WS_ASSIGN_OR_RETURN(at.y, rows.Number(2, "y"));
  WS_ASSIGN_OR_RETURN(at.z, rows.Number(3, "z"));
  const std::string_view area = rows.fields().size() > 4 ? rows.fields()[4] : std::string_view();
  if (!IsPlainText(area, kMaxPolygonAreaBytes)) {
    return rows.Error(
        StrCat("area '", Printable(area), "' is not UTF-8 text of at most ", kMaxPolygonAreaBytes, " bytes"));
  }
  if (map.polygons.empty() || map.polygons.back().id != id) {
    WS_RETURN_IF_ERROR(CheckCornerCount(map, rows));
    map.polygons.push_back({id, std::string(area), {}, rows.line()});
  }
  PolygonMap::Polygon& polygon = map.polygons.back();
  if (polygon.area != area) return rows.Error(StrCat("polygon ", id, " has two areas"));
  if (polygon.corners.size() >= kMaxPolygonCorners) {
    return rows.Error(StrCat("polygon ", id, " has more than ", kMaxPolygonCorners, " corners"));
  }
  polygon.corners.push_back(at);
  return absl::OkStatus();
}

}  // namespace

absl::Status ParsePolygonRows(std::string_view text, PolygonMap& map) {
  CsvRows rows(text);
  WS_RETURN_IF_ERROR(TakeHeader(rows, kCornerColumns, kCornerColumns.size() - 1));
  WS_RETURN_IF_ERROR(rows.ForEach(kMaxSourceVertices, "corners", [&] { return TakeCorner(rows, map); }));
  return CheckCornerCount(map, rows);
}

absl::Status ParseConnectionRows(std::string_view text, PolygonMap& map) {
  CsvRows rows(text);
  WS_RETURN_IF_ERROR(TakeHeader(rows, kConnectionColumns, kConnectionColumns.size()));
  return rows.ForEach(kMaxSourceTriangles, "connections", [&] {
    PolygonMap::Connection& connection = map.connections.emplace_back();
    connection.place = rows.line();
    WS_ASSIGN_OR_RETURN(connection.from, rows.Integer(0, "from", kMaxPolygonId));
    WS_ASSIGN_OR_RETURN(connection.to, rows.Integer(1, "to", kMaxPolygonId));
    return absl::OkStatus();
  });
}

}  // namespace waystone
