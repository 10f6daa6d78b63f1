// Missing maps that an answer had to do without.
#pragma once

#include <vector>

#include "core/surface/world_query.h"
#include "core/world/portal_query.h"
#include "core/world/world_view.h"

namespace waystone {

// What a path that costs as much may differ by, from rounding alone.
inline constexpr double kCostRounding = 1e-9;

// Adds the missing maps on `would`, the cheaper path that a search with LimitsOfWholeWorld found, if any; all missing
// maps if a limit ended that search. `missed` is kept ascending, each map once.
void AddMissedOn(const WorldView& world, const PortalPath& would, const std::vector<bool>& missing,
                 std::vector<WorldMapIndex>& missed);
void AddMissed(WorldMapIndex map, std::vector<WorldMapIndex>& missed);

}  // namespace waystone
