#include "tests/answers/map_list.h"

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/str_cat.h"

namespace waystone::answers {

absl::StatusOr<std::vector<ListedMap>> ReadMapList(const std::string& path) {
  std::ifstream file(path);
  const auto list = nlohmann::json::parse(file, nullptr, false);
  if (!list.is_array()) return absl::InvalidArgumentError(StrCat(path, ": is not a list of maps"));
  std::vector<ListedMap> maps;
  for (const auto& entry : list) {
    if (!entry.is_object() || !entry.contains("map") || !entry.contains("family")) {
      return absl::InvalidArgumentError(StrCat(path, ": a map needs its id and its family"));
    }
    ListedMap map;
    map.map_id = entry["map"];
    map.family = entry["family"];
    map.source = entry.value("source", "");
    map.links_path = entry.value("links", "");
    map.nodes_path = entry.value("nodes", "");
    map.scen_path = entry.value("scen", "");
    map.golden_path = entry.value("golden", "");
    map.portals_path = entry.value("portals", "");
    map.queries_path = entry.value("queries", "");
    map.scale = entry.value("scale", 1.0);
    map.is_z_up = entry.value("up_axis", "y") == "z";
    map.has_spawns = entry.value("has_spawns", false);
    maps.push_back(map);
  }
  return maps;
}

}  // namespace waystone::answers
