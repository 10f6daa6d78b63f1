// What answers and catalogues say of maps of the world that routes cannot use.
#pragma once

#include <vector>

#include "absl/status/status.h"
#include "core/base/status_macros.h"
#include "core/store/world_store.h"
#include "waystone/v1/position.pb.h"
#include "waystone/v1/route.pb.h"

namespace waystone {

// UNSPECIFIED if the map is not missing.
v1::MissingMapReason WhyMissing(const WorldStore& store, WorldMapIndex map);

// FailedPrecondition "portals.require_all_maps: ..." naming the maps, if the options ask for it and there are any.
absl::Status CheckMissed(const v1::PortalOptions& options, const WorldStore& store,
                         const std::vector<WorldMapIndex>& missed);

namespace internal {
// Those of them that an answer names.
std::vector<v1::MissingMap> NamedMaps(const WorldStore& store, const std::vector<WorldMapIndex>& missed);
}  // namespace internal

// Names them in an answer. Errors as CheckMissed.
template <typename Response>
absl::Status FillMissed(const v1::PortalOptions& options, const WorldStore& store,
                        const std::vector<WorldMapIndex>& missed, Response& response) {
  WS_RETURN_IF_ERROR(CheckMissed(options, store, missed));
  for (v1::MissingMap& map : internal::NamedMaps(store, missed))
    *response.add_missing_maps() = std::move(map);
  response.set_missing_map_count(static_cast<uint32_t>(missed.size()));
  return absl::OkStatus();
}

}  // namespace waystone
