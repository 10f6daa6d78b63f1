#include "core/world_route/missed_maps.h"

#include <algorithm>

namespace waystone {

void AddMissedOn(const WorldView& world, const PortalPath& would, const std::vector<bool>& missing,
                 std::vector<WorldMapIndex>& missed) {
  if (would.outcome == SearchOutcome::kExhausted) return;
  if (would.outcome != SearchOutcome::kFound) {
    for (uint32_t map = 0; map < missing.size(); ++map) {
      if (missing[map]) AddMissed(WorldMapIndex(map), missed);
    }
    return;
  }
  for (const PortalId portal : would.portals) {
    const WorldMapIndex map = world.Portal(portal).to_map;
    if (missing[map.value()]) AddMissed(map, missed);
  }
}

void AddMissed(WorldMapIndex map, std::vector<WorldMapIndex>& missed) {
  const auto place = std::lower_bound(missed.begin(), missed.end(), map);
  if (place == missed.end() || *place != map) missed.insert(place, map);
}

}  // namespace waystone
