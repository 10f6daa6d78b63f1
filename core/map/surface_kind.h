// The kinds of surfaces that a map may have. core/store/surface_registry.h joins each to its parts.
#pragma once

#include <cstdint>
#include <string_view>

namespace waystone {

// Numbers as in packages and on the wire.
enum class SurfaceKind : uint8_t { kNavmesh = 1, kGrid = 2, kWaypoint = 3, kVolume = 4, kScene = 5 };

inline constexpr SurfaceKind kPlainSurface = SurfaceKind::kNavmesh;

// "navmesh"; empty if the number is none of a kind.
constexpr std::string_view NameOf(SurfaceKind kind) {
  switch (kind) {
    case SurfaceKind::kNavmesh:
      return "navmesh";
    case SurfaceKind::kGrid:
      return "grid";
    case SurfaceKind::kWaypoint:
      return "waypoint";
    case SurfaceKind::kVolume:
      return "volume";
    case SurfaceKind::kScene:
      return "scenes";
  }
  return {};
}

}  // namespace waystone
