// The maps that are asked about, and the files that tell what is right: what scripts/answer_sources.py wrote.
#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace waystone::answers {

struct ListedMap {
  std::string map_id;
  std::string family;  // the folder of the data it comes from
  std::string source;  // the file it was baked from
  // Empty where the family has none of that kind.
  std::string links_path;
  std::string nodes_path;
  std::string scen_path;
  std::string golden_path;
  std::string portals_path;
  std::string queries_path;
  double scale = 1;         // of waypoints: metres per unit of the source
  bool is_z_up = false;     // of waypoints
  bool has_spawns = false;  // its main zone is where players enter
};

// InvalidArgument where the file is no such list.
absl::StatusOr<std::vector<ListedMap>> ReadMapList(const std::string& path);

}  // namespace waystone::answers
