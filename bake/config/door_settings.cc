#include "bake/config/door_settings.h"

#include <algorithm>

#include "core/base/invalid_argument.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// Finds the areas of one door or profile.
class AreaFinder {
 public:
  AreaFinder(const std::vector<AreaType>& areas, const char* list, const std::string& owner)
      : areas_(areas), list_(list), owner_(owner) {}

  absl::Status Find(const std::string& name, uint8_t& index) const {
    const auto found = std::ranges::find(areas_, name, &AreaType::name);
    if (found == areas_.end()) {
      return InvalidArgument(list_, ": ", Quoted(owner_), ": no ground of the map has area ", Quoted(name));
    }
    index = found->index;
    return absl::OkStatus();
  }

  absl::Status FindAll(const std::vector<std::string>& names, uint64_t& bits) const {
    for (const std::string& name : names) {
      uint8_t index = 0;
      WS_RETURN_IF_ERROR(Find(name, index));
      bits |= uint64_t{1} << index;
    }
    return absl::OkStatus();
  }

 private:
  const std::vector<AreaType>& areas_;
  const char* list_;
  const std::string& owner_;
};

}  // namespace

absl::StatusOr<std::vector<Door>> DoorsOn(const std::vector<AreaType>& areas,
                                          const std::vector<DoorSettings>& settings) {
  std::vector<Door> doors;
  for (const DoorSettings& one : settings) {
    Door& door = doors.emplace_back(one.door);
    WS_RETURN_IF_ERROR(AreaFinder(areas, "doors", door.name).FindAll(one.areas, door.areas));
  }
  std::ranges::sort(doors, {}, &Door::name);
  WS_RETURN_IF_ERROR(CheckDoors(doors));
  return doors;
}

absl::StatusOr<std::vector<CostProfile>> CostProfilesOn(const std::vector<AreaType>& areas,
                                                        const std::vector<CostProfileSettings>& settings) {
  std::vector<CostProfile> profiles;
  for (const CostProfileSettings& one : settings) {
    const AreaFinder finder(areas, "cost_profiles", one.name);
    CostProfile& profile = profiles.emplace_back();
    profile.name = one.name;
    profile.min_clearance_m = one.min_clearance_m;
    WS_RETURN_IF_ERROR(finder.FindAll(one.excluded, profile.excluded_areas));
    for (const auto& [name, factor] : one.costs) {
      ProfileCost& cost = profile.costs.emplace_back();
      WS_RETURN_IF_ERROR(finder.Find(name, cost.area));
      cost.factor = factor;
    }
    std::ranges::sort(profile.costs, {}, &ProfileCost::area);
  }
  std::ranges::sort(profiles, {}, &CostProfile::name);
  WS_RETURN_IF_ERROR(CheckCostProfiles(profiles));
  return profiles;
}

}  // namespace waystone
