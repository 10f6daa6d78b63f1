#include "server/handlers/missing_maps.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/field_error.h"
#include "core/base/quoted.h"
#include "core/base/str_cat.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

constexpr size_t kMostNamed = 16;

std::string_view Text(v1::MissingMapReason reason) {
  switch (reason) {
    case v1::MISSING_MAP_REASON_NOT_THERE:
      return "is missing: its package is not there";
    case v1::MISSING_MAP_REASON_OTHER_PACKAGE:
      return "was baked anew outside of the world, and is not joined: run waystone-bake WORLD.yaml --join";
    case v1::MISSING_MAP_REASON_DAMAGED:
      return "is missing: its package, or what the world file keeps of it, is damaged";
    default:
      return "is missing: it comes and goes";
  }
}

}  // namespace

v1::MissingMapReason ToMissingReason(const absl::Status& why) {
  if (why.ok()) return v1::MISSING_MAP_REASON_UNSPECIFIED;
  if (IsNotJoined(why)) return v1::MISSING_MAP_REASON_OTHER_PACKAGE;
  // FailedPrecondition: it is too large for the cache of packages.
  const bool is_not_there = absl::IsNotFound(why) || absl::IsFailedPrecondition(why);
  return is_not_there ? v1::MISSING_MAP_REASON_NOT_THERE : v1::MISSING_MAP_REASON_DAMAGED;
}

absl::Status internal::CheckMissed(const v1::PortalOptions& options, const WorldView& world,
                                   const MissedMaps& missed) {
  if (!options.require_all_maps() || missed.maps.empty()) return absl::OkStatus();
  std::string maps;
  for (const v1::MissingMap& map : NamedMaps(world, missed)) {
    StrAppend(maps, maps.empty() ? "" : "; ", "map ", Quoted(map.map_id()), " ", Text(map.reason()));
  }
  if (missed.maps.size() > kMostNamed) StrAppend(maps, "; and ", missed.maps.size() - kMostNamed, " more");
  return FieldError("portals.require_all_maps", maps, absl::StatusCode::kFailedPrecondition);
}

std::vector<v1::MissingMap> internal::NamedMaps(const WorldView& world, const MissedMaps& missed) {
  std::vector<v1::MissingMap> maps;
  for (size_t i = 0; i < std::min(missed.maps.size(), kMostNamed); ++i) {
    v1::MissingMap& map = maps.emplace_back();
    map.set_map_id(std::string(world.MapId(missed.maps[i])));
    map.set_reason(ToMissingReason(missed.why[i]));
  }
  return maps;
}

}  // namespace waystone
