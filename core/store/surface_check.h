// Where the manifest, the surfaces and what is stored beside them must agree.
#pragma once

#include <cstddef>

#include "absl/status/status.h"
#include "core/geom/aabb.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/waypoint/waypoint_view.h"

namespace waystone {

// The absolute bounds of a surface; empty if it has no polygons.
Aabb SurfaceBounds(const NavmeshHeader& header, const Vec3& origin);

// InvalidArgument if the surface leaves the manifest's bounds or has an area type the manifest does not name.
// O(polygons).
absl::Status CheckSurfaceAgainstManifest(const NavmeshView& mesh, const MapManifest& manifest);

// DataLoss naming the first link that needs an ability the manifest does not name. O(links).
absl::Status CheckLinksAgainstManifest(const LinkView& links, const MapManifest& manifest);

// That node k stands on polygon k and arc k is link k. DataLoss naming the first that is not so. O(arcs).
absl::Status CheckWaypointsFit(const WaypointView& graph, const NavmeshView& mesh, const LinkView& links);

// That key point k is node k, as on maps of waypoints. DataLoss naming the first that is not so. O(key
// points).
absl::Status CheckKeyPointsAreNodes(const SkeletonView& skeleton, size_t nodes);

}  // namespace waystone
