// Where a server may put an agent whose move was illegal.
#pragma once

#include <optional>
#include <vector>

#include "core/base/scratch.h"
#include "core/move/move_query.h"
#include "core/surface/map_view.h"
#include "core/zones/reachability_index.h"

namespace waystone {

// Whether the rule lets an agent at `from` reach `to`. O(1).
bool MayCome(const MapView& map, MoveRule rule, PolyId from, PolyId to, ReachWorkspace& workspace);

// The place nearest to `point` (map-local) that the rule lets an agent at `from` reach; empty if there is
// none within kSnapReport_m. O(log polygons) if the surface around is reachable, O(polygons within
// kSnapReport_m) at worst.
std::optional<NavLocation> NearestByRule(const MapView& map, MoveRule rule, PolyId from, const Vec3& point,
                                         Scratch& scratch);

}  // namespace waystone
