#include "client/report/bake_figures.h"

#include "nlohmann/json.hpp"

namespace waystone::client {

absl::StatusOr<BakeFigures> ReadBakeFigures(std::string_view text) {
  const absl::Status bad =
      absl::InvalidArgumentError("not the report of a map's bake (waystone-bake --report)");
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return bad;
  const auto of = [&json](const char* name) {
    const auto found = json.find(name);
    return found == json.end() ? nlohmann::json() : *found;
  };
  const nlohmann::json map_id = of("map_id");
  const nlohmann::json wall_s = of("wall_s");
  const nlohmann::json triangles = of("source_triangles");
  const nlohmann::json warnings = of("warnings");
  if (!map_id.is_string() || !wall_s.is_number() || !triangles.is_number_unsigned() || !warnings.is_array())
    return bad;
  BakeFigures figures{.map_id = map_id, .wall_s = wall_s, .source_triangles = triangles, .warnings = {}};
  for (const nlohmann::json& warning : warnings) {
    if (!warning.is_string()) return bad;
    figures.warnings.push_back(warning);
  }
  return figures;
}

}  // namespace waystone::client
