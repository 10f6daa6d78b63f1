// Where the manifest and the surfaces must agree.
#pragma once

#include "absl/status/status.h"
#include "core/geom/aabb.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The absolute bounds of a surface; empty where it has no polygons.
Aabb SurfaceBounds(const NavmeshView& mesh, const Vec3& origin);

// InvalidArgument where the surface leaves the manifest's bounds or has an area type the manifest does not
// name. O(polygons).
absl::Status CheckSurfaceAgainstManifest(const NavmeshView& mesh, const MapManifest& manifest);

}  // namespace waystone
