// What kinds of search surfaces can do in routes over maps.
#pragma once

#include "core/map/surface_kind.h"

namespace waystone {

// Whether stored walks are the cheapest, however long.
constexpr bool HasExactWalks(SurfaceKind kind) {
  return kind == SurfaceKind::kGrid || kind == SurfaceKind::kWaypoint || kind == SurfaceKind::kVolume;
}

}  // namespace waystone
