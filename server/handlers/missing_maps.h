// What answers and catalogues say of maps of the world that routes cannot use.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/world/world_view.h"
#include "waystone/v1/position.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// What WorldStore::WhyMissing says, for callers; UNSPECIFIED if the map is not missing.
v1::MissingMapReason ToMissingReason(const absl::Status& why);

namespace internal {
struct MissedMaps {
  const std::vector<WorldMapIndex>& maps;
  const std::vector<absl::Status>& why;
};
absl::Status CheckMissed(const v1::PortalOptions& options, const WorldView& world, const MissedMaps& missed);
// Those of them that an answer names.
std::vector<v1::MissingMap> NamedMaps(const WorldView& world, const MissedMaps& missed);
}  // namespace internal

// Names the maps that an answer had to do without. FailedPrecondition "portals.require_all_maps: ..." naming them, if the
// options ask for it and there are any.
template <typename Answer, typename Response>
absl::Status FillMissed(const v1::PortalOptions& options, const WorldView& world, const Answer& answer,
                        Response& response) {
  const internal::MissedMaps missed{answer.missed_maps, answer.why_missed};
  WS_RETURN_IF_ERROR(internal::CheckMissed(options, world, missed));
  for (v1::MissingMap& map : internal::NamedMaps(world, missed))
    *response.add_missing_maps() = std::move(map);
  response.set_missing_map_count(static_cast<uint32_t>(missed.maps.size()));
  return absl::OkStatus();
}

}  // namespace waystone
