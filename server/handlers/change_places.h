// Where on a map the things are that a request closes.
#pragma once

#include <optional>

#include "core/geom/vec.h"
#include "server/handlers/change_items.h"

namespace waystone {

// [m, absolute] The middle of the item's obstacle, cells or polygon, where its link begins, or the first such part of its door, at
// its base; nullopt if it has none, as areas. `floor_y` [m]: the height of obstacles that have no base. REQUIRES: the item is of
// a map, and has passed ReadChanges on it. O(1); of links by name O(links of the map), of doors O(log doors).
std::optional<Vec3> PlaceOf(const ChangeItems::Item& item, double floor_y);

}  // namespace waystone
