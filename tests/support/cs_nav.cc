#include "tests/support/cs_nav.h"

#include "absl/status/statusor.h"
#include "bake/import/csv_rows.h"
#include "bake/import/polygon_csv.h"
#include "core/base/check.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

template <typename T>
T Must(const absl::StatusOr<T>& value) {
  WS_CHECK(value.ok());
  return *value;
}

}  // namespace

PolygonMap ReadCsNav(const std::string& folder, const std::string& map) {
  PolygonMap out;
  const std::string areas = ReadTestFile(folder + "/" + map + ".areas.csv");
  CsvRows rows(areas);
  WS_CHECK(rows.Next() && rows.fields().size() == 8);
  while (rows.Next()) {
    const double x0 = Must(rows.Number(2, "x0"));
    const double y0 = Must(rows.Number(3, "y0"));
    const double x1 = Must(rows.Number(4, "x1"));
    const double y1 = Must(rows.Number(5, "y1"));
    const double z0 = Must(rows.Number(6, "z_x0y0"));
    const double z1 = Must(rows.Number(7, "z_x1y1"));
    const double mean = (z0 + z1) / 2;
    out.polygons.push_back({Must(rows.Integer(0, "id", kMaxPolygonId)),
                            "",
                            {{x0, y0, z0}, {x1, y0, mean}, {x1, y1, z1}, {x0, y1, mean}},
                            rows.line()});
  }
  WS_CHECK(ParseConnectionRows(ReadTestFile(folder + "/" + map + ".links.csv"), out).ok());
  return out;
}

std::map<uint32_t, CsNavLabel> ReadCsNavLabels(const std::string& folder, const std::string& map) {
  std::map<uint32_t, CsNavLabel> labels;
  const std::string text = ReadTestFile(folder + "/zones/" + map + ".zones.csv");
  CsvRows rows(text);
  WS_CHECK(rows.Next() && rows.fields().size() == 7);
  while (rows.Next()) {
    const uint32_t id = Must(rows.Integer(0, "id", kMaxPolygonId));
    CsNavLabel& label = labels[id];
    label.isolated = Must(rows.Integer(2, "isolated", 1)) == 1;
    if (label.isolated) continue;  // without a rank
    label.zone_rank_min = Must(rows.Integer(5, "zone_rank_min", kMaxPolygonId));
    label.zone_rank_max = Must(rows.Integer(6, "zone_rank_max", kMaxPolygonId));
  }
  return labels;
}

}  // namespace waystone
