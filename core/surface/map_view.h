// What a query needs of one loaded map.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/collision/collision_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/surface/door_parts.h"
#include "core/zones/zone_view.h"

namespace waystone {

class GapView;
class SearchSurface;

// Where zones come from.
enum class ZonesBasis : uint8_t {
  kBaked = 1,     // the package
  kComputed = 2,  // labelled by this process, for abilities that the package has no zones for
};

// What a view is wanted for.
enum class ZonesNeed : uint8_t {
  kCompute,  // zones, computed now if need be: some 100 ms on a map of 600,000 polygons
  kIfReady,  // zones if they are at hand, baked or computed before
};

// One map as one agent sees it. Cheaply copied pointers into a loaded package; the package's handle must
// outlive it. Any thread.
struct MapView {
  const MapManifest* manifest = nullptr;
  const MapVariant* variant = nullptr;  // with most of the agent's abilities and no others, else its first
  // Polygons; of a grid, rectangles of free cells; of waypoints, the ground of node k is polygon k.
  const NavmeshView* navmesh = nullptr;
  const SearchSurface* surface = nullptr;  // never null
  const LinkView* links = nullptr;         // of the navmesh; empty if the package has none
  const GapView* gaps = nullptr;           // between the islands of the navmesh; null if the package has none
  const ZoneView* zones = nullptr;         // for these abilities; null only if asked for (ZonesNeed)
  ZonesBasis zones_basis = ZonesBasis::kBaked;
  // Of `variant`; null if none was baked, or the variant has abilities that the agent lacks.
  const SkeletonView* skeleton = nullptr;
  // For an agent with every ability that some link of the map needs; null if none were baked. They tell
  // whether an ability is missing.
  const ZoneView* all_abilities_zones = nullptr;
  std::span<const DoorParts> doors = {};              // one per door of the manifest
  const CollisionView* collision = nullptr;           // null if the package has none
  uint64_t abilities = 0;                             // the agent's, as the bits of NavLink::abilities
  std::shared_ptr<const void> zones_owner = nullptr;  // keeps computed zones
  // What a request closes is not on the mesh any more (SearchSurface::Apply).
  bool is_applied = false;
  std::shared_ptr<const void> surface_owner = nullptr;  // keeps a surface that was made for a request
};

}  // namespace waystone
