// Checks that the manifest, the surfaces and what is stored beside them agree.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "core/geom/aabb.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The absolute bounds of a surface; empty if it has no polygons.
Aabb SurfaceBounds(const NavmeshHeader& header, const Vec3& origin);

// InvalidArgument if the surface leaves the manifest's bounds or has an area type the manifest does not name.
// O(polygons).
absl::Status CheckSurfaceAgainstManifest(const NavmeshView& mesh, const MapManifest& manifest);

// DataLoss naming the first link that needs an ability the manifest does not name. O(links).
absl::Status CheckLinksAgainstManifest(const LinkView& links, const MapManifest& manifest);

}  // namespace waystone
