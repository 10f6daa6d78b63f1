// What a query needs of one loaded map.
#pragma once

#include <cstdint>

#include "core/collision/collision_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// One map as one agent sees it. Trivially copied pointers into a loaded package; the package's handle must
// outlive it. Any thread.
struct MapView {
  const MapManifest* manifest = nullptr;
  const MapVariant* variant = nullptr;
  const NavmeshView* navmesh = nullptr;
  const LinkView* links = nullptr;           // of the navmesh; without any where the package has none
  const ZoneView* zones = nullptr;           // null where the package has none for this variant
  const CollisionView* collision = nullptr;  // null where the package has none
  uint64_t abilities = 0;                    // the variant's, as the bits of NavLink::abilities
};

}  // namespace waystone
