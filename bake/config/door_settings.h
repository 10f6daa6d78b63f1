// Doors and cost profiles as settings have them: with areas by name.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/map/map_manifest.h"
#include "core/map/named_changes.h"

namespace waystone {

struct DoorSettings {
  Door door;  // without its areas
  std::vector<std::string> areas;
};

struct CostProfileSettings {
  std::string name;
  std::map<std::string, double> costs;  // [per metre walked, 0.01-1000] by area
  std::vector<std::string> excluded;    // areas
  double min_clearance_m = 0;           // [m, 0-100]
};

// What the settings become on a map with these areas, sorted by name. InvalidArgument naming the door or profile if an
// area is unknown, or CheckDoors or CheckCostProfiles says no.
absl::StatusOr<std::vector<Door>> DoorsOn(const std::vector<AreaType>& areas,
                                          const std::vector<DoorSettings>& settings);
absl::StatusOr<std::vector<CostProfile>> CostProfilesOn(const std::vector<AreaType>& areas,
                                                        const std::vector<CostProfileSettings>& settings);

}  // namespace waystone
