#include "core/map/named_changes.h"

#include <algorithm>
#include <cmath>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/geom/simple_polygon.h"
#include "core/map/map_id.h"

namespace waystone {
namespace {

constexpr size_t kMaxDoors = 10'000;
constexpr size_t kMaxProfiles = 64;
constexpr size_t kMaxParts = 64;  // of a door, of each kind
constexpr size_t kMaxCorners = 256;
constexpr size_t kMaxDoorNameBytes = 128;
constexpr size_t kMaxProfileNameBytes = 64;
constexpr size_t kMaxLinkNameBytes = 1024;
constexpr double kMaxCoordinate_m = 1e8;
constexpr double kMaxRadius_m = 1e6;

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::InvalidArgumentError(StrCat(parts...));
}

bool IsWithin(double value, double limit) { return std::abs(value) <= limit; }

absl::Status CheckName(std::string_view what, std::string_view name, size_t max_bytes,
                       const std::string* before) {
  if (name.empty() || !IsPlainText(name, max_bytes)) {
    return Broken(what, ": the name ", Quoted(name), " must be UTF-8 of 1 to ", max_bytes,
                  " bytes without control characters");
  }
  if (before == nullptr || *before < name) return absl::OkStatus();
  return Broken(what, ": ", Quoted(name), *before == name ? " is there twice" : " must come before others");
}

absl::Status CheckVolume(const DoorVolume& volume) {
  const size_t count = volume.corners.size();
  const auto is_far = [](Vec2 corner) {
    return !IsWithin(corner.x, kMaxCoordinate_m) || !IsWithin(corner.z, kMaxCoordinate_m);
  };
  if (std::any_of(volume.corners.begin(), volume.corners.end(), is_far) ||
      !IsWithin(volume.min_y, kMaxCoordinate_m) || !IsWithin(volume.max_y, kMaxCoordinate_m)) {
    return Broken("a volume must be within ", kMaxCoordinate_m, " m of zero");
  }
  if (volume.min_y > volume.max_y) return Broken("a volume ends below its base");
  if (count == 1) {
    if (volume.radius_m > 0 && volume.radius_m <= kMaxRadius_m) return absl::OkStatus();
    return Broken("a cylinder's radius must be above 0 and at most ", kMaxRadius_m, " m");
  }
  if (count < 3 || count > kMaxCorners) return Broken("a volume needs 3 to ", kMaxCorners, " corners");
  if (volume.radius_m != 0) return Broken("only cylinders have a radius");
  const char* const rule = WhyNotConvex(volume.corners);
  return rule == nullptr ? absl::OkStatus() : Broken("a volume: ", rule);
}

absl::Status CheckDoor(const Door& door) {
  if (door.volumes.empty() && door.links.empty() && door.areas == 0 && door.cells.empty()) {
    return Broken("needs volumes, links, areas or cells");
  }
  if (std::max({door.volumes.size(), door.links.size(), door.cells.size()}) > kMaxParts) {
    return Broken("has more than ", kMaxParts, " parts of one kind");
  }
  if ((door.areas & 1) != 0) return Broken("area 0 is never walkable");
  for (const DoorVolume& volume : door.volumes) WS_RETURN_IF_ERROR(CheckVolume(volume));
  for (const std::string& link : door.links) {
    if (!link.empty() && IsPlainText(link, kMaxLinkNameBytes)) continue;
    return Broken("a link's id must be UTF-8 of 1 to ", kMaxLinkNameBytes, " bytes");
  }
  const auto is_empty = [](const DoorCells& cells) { return cells.columns == 0 || cells.rows == 0; };
  if (std::none_of(door.cells.begin(), door.cells.end(), is_empty)) return absl::OkStatus();
  return Broken("a rectangle of cells needs columns and rows");
}

absl::Status CheckCosts(const CostProfile& profile) {
  if ((profile.excluded_areas & 1) != 0) return Broken("area 0 is never walkable");
  if (!(profile.min_clearance_m >= 0 && profile.min_clearance_m <= 100)) {
    return Broken("min_clearance_m must be from 0 to 100");
  }
  uint8_t last = 0;
  for (const ProfileCost& cost : profile.costs) {
    if (cost.area > 63 || cost.area <= last) return Broken("areas must ascend from 1 to 63");
    last = cost.area;
    if (!(cost.factor >= 0.01 && cost.factor <= 1000)) return Broken("a factor must be from 0.01 to 1000");
    if ((profile.excluded_areas >> cost.area & 1) != 0) return Broken("an excluded area needs no factor");
  }
  return absl::OkStatus();
}

template <typename Named>
absl::Status CheckList(const char* what, const std::vector<Named>& list, size_t most, size_t max_name_bytes,
                       absl::Status (*check)(const Named&)) {
  if (list.size() > most) return Broken(what, ": ", list.size(), ", the limit is ", most);
  for (size_t i = 0; i < list.size(); ++i) {
    WS_RETURN_IF_ERROR(CheckName(what, list[i].name, max_name_bytes, i == 0 ? nullptr : &list[i - 1].name));
    const absl::Status status = check(list[i]);
    if (!status.ok()) return Broken(what, ": ", Quoted(list[i].name), ": ", status.message());
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckDoors(const std::vector<Door>& doors) {
  return CheckList("doors", doors, kMaxDoors, kMaxDoorNameBytes, &CheckDoor);
}

absl::Status CheckCostProfiles(const std::vector<CostProfile>& profiles) {
  return CheckList("cost_profiles", profiles, kMaxProfiles, kMaxProfileNameBytes, &CheckCosts);
}

}  // namespace waystone
