// What a query needs of one loaded map.
#pragma once

#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// One map as one agent sees it. Trivially copied pointers into a loaded package; the package's handle must
// outlive it. Any thread.
struct MapView {
  const MapManifest* manifest = nullptr;
  const MapVariant* variant = nullptr;
  const NavmeshView* navmesh = nullptr;
};

}  // namespace waystone
