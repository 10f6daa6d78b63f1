#include "tests/answers/checked_map.h"

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone::answers {

v1::Agent CheckedMap::AbleAgent() const {
  v1::Agent agent;
  for (const std::string& ability : loaded->manifest().link_abilities) agent.add_abilities(ability);
  return agent;
}

absl::StatusOr<CheckedMap> OpenCheckedMap(const ListedMap& listed, const std::string& folder) {
  CheckedMap map;
  map.listed = listed;
  WS_ASSIGN_OR_RETURN(map.loaded, LoadedMap::Load(StrCat(folder, "/", PackageFileName(listed.map_id))));
  WS_ASSIGN_OR_RETURN(map.view, map.loaded->View("", map.loaded->manifest().link_abilities));
  map.surface = std::make_unique<const TruthSurface>(map.view);
  return map;
}

}  // namespace waystone::answers
