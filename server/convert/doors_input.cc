#include "server/convert/doors_input.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "server/convert/request_check.h"

namespace waystone {
namespace {

constexpr size_t kMostNamesTold = 8;

// "there are 'a' and 'b'".
template <typename Named>
std::string NamesOf(const std::vector<Named>& list, const char* what) {
  if (list.empty()) return StrCat("it has no ", what);
  std::string names = StrCat("its ", what, " are ");
  for (size_t i = 0; i < std::min(list.size(), kMostNamesTold); ++i) {
    StrAppend(names, i == 0 ? "" : ", ", Quoted(list[i].name));
  }
  if (list.size() > kMostNamesTold) StrAppend(names, " and ", list.size() - kMostNamesTold, " more");
  return names;
}

}  // namespace

absl::Status AskedDoors::Read(const v1::MapChanges& changes, const FoundMap& found,
                              const RequestLimits& limits) {
  const std::vector<Door>& doors = found.map->manifest().doors;
  const auto first_of_set = asked_.size();
  const auto read = [&](const char* field, const auto& names, bool is_closed) -> absl::Status {
    WS_RETURN_IF_ERROR(CheckCount(field, names.size(), limits.max_names));
    for (int i = 0; i < names.size(); ++i) {
      const size_t door = IndexOf(doors, names[i]);
      if (door == doors.size()) {
        return FieldError(StrCat(field, "[", i, "]"),
                          StrCat("map ", Quoted(found.map->manifest().map_id), " has no door ",
                                 Quoted(names[i]), "; ", NamesOf(doors, "doors")));
      }
      asked_.push_back({door, is_closed});
    }
    return absl::OkStatus();
  };
  WS_RETURN_IF_ERROR(read("closed_doors", changes.closed_doors(), true));
  const size_t first_opened = asked_.size();
  WS_RETURN_IF_ERROR(read("opened_doors", changes.opened_doors(), false));
  std::vector<size_t> closed;
  for (size_t i = first_of_set; i < first_opened; ++i) closed.push_back(asked_[i].door);
  std::sort(closed.begin(), closed.end());
  for (size_t i = first_opened; i < asked_.size(); ++i) {
    if (!std::binary_search(closed.begin(), closed.end(), asked_[i].door)) continue;
    return FieldError(StrCat("opened_doors[", i - first_opened, "]"),
                      StrCat("door ", Quoted(doors[asked_[i].door].name), " is closed by the same changes"));
  }
  return absl::OkStatus();
}

void AskedDoors::Close(const MapView& view, RouteChanges& changes) const {
  const std::vector<Door>& doors = view.manifest->doors;
  if (doors.empty()) return;
  std::vector<bool> is_closed(doors.size());
  for (size_t i = 0; i < doors.size(); ++i) is_closed[i] = doors[i].is_closed;
  for (const Asked& asked : asked_) {
    if (!asked.is_closed) is_closed[asked.door] = false;
  }
  for (const Asked& asked : asked_) {
    if (asked.is_closed) is_closed[asked.door] = true;
  }
  std::vector<CellRect> cells;
  for (size_t i = 0; i < doors.size(); ++i) {
    if (!is_closed[i]) continue;
    const DoorParts& parts = view.doors[i];
    changes.solids.insert(changes.solids.end(), parts.solids.begin(), parts.solids.end());
    changes.closed_links.insert(changes.closed_links.end(), parts.links.begin(), parts.links.end());
    for (uint8_t area = 1; area < 64; ++area) {
      if ((parts.areas >> area & 1) != 0) SetArea(area, true, 1, changes);
    }
    cells.insert(cells.end(), parts.cells.begin(), parts.cells.end());
  }
  if (cells.empty()) return;
  // What has nothing beneath it may be shared with other requests: it stays beneath.
  const bool is_top = changes.cells != nullptr && changes.cells->beneath != nullptr;
  auto with_doors = is_top ? std::make_shared<GridChanges>(*changes.cells) : std::make_shared<GridChanges>();
  if (!is_top) with_doors->beneath = changes.cells;
  with_doors->blocked_rects.insert(with_doors->blocked_rects.end(), cells.begin(), cells.end());
  changes.cells = std::move(with_doors);
}

absl::Status ReadCostProfile(const v1::MapChanges& changes, const FoundMap& found, RouteChanges& result) {
  if (changes.cost_profile().empty()) return absl::OkStatus();
  const std::vector<CostProfile>& profiles = found.map->manifest().cost_profiles;
  const size_t index = IndexOf(profiles, changes.cost_profile());
  if (index == profiles.size()) {
    return FieldError("cost_profile",
                      StrCat("map ", Quoted(found.map->manifest().map_id), " has no cost profile ",
                             Quoted(changes.cost_profile()), "; ", NamesOf(profiles, "cost profiles")));
  }
  const CostProfile& profile = profiles[index];
  for (const ProfileCost& cost : profile.costs) SetArea(cost.area, false, cost.factor, result);
  for (uint8_t area = 1; area < 64; ++area) {
    if ((profile.excluded_areas >> area & 1) != 0) SetArea(area, true, 1, result);
  }
  result.min_clearance_m = std::max(result.min_clearance_m, profile.min_clearance_m);
  return absl::OkStatus();
}

void SetArea(uint8_t area, bool is_excluded, double factor, RouteChanges& changes) {
  const uint64_t bit = uint64_t{1} << area;
  std::erase_if(changes.area_factors, [&](const AreaFactor& other) { return other.area == area; });
  changes.excluded_areas &= ~bit;
  if (is_excluded) {
    changes.excluded_areas |= bit;
  } else {
    changes.area_factors.push_back({area, factor});
  }
}

}  // namespace waystone
