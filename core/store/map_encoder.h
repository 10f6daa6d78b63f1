// From a baked map to the bytes of its package.
//
//   WS_ASSIGN_OR_RETURN(const auto bytes, EncodeMap(manifest, {{.navmesh = &human}, {.navmesh = &ogre}}));
//   WS_RETURN_IF_ERROR(WritePackageFile(folder + "/" + PackageFileName(manifest.map_id), bytes));
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clusters/cluster_view.h"
#include "core/collision/collision_view.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/skeleton/skeleton_view.h"
#include "core/waypoint/waypoint_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// What was baked for one variant of the manifest.
struct VariantContent {
  // Its surface; null where the variant uses another's (MapVariant::surface_variant). Only read.
  const NavmeshData* navmesh = nullptr;
  // The links over its own surface; null where it has none, or another's surface.
  const LinkData* links = nullptr;
  // Its zones; null where it has none.
  const ZoneData* zones = nullptr;
  // Its hierarchy, over the surface and the links that it uses; null where it has none.
  const HierarchyData* hierarchy = nullptr;
  // Its clusters, likewise.
  const ClusterData* clusters = nullptr;
  // Its skeleton, likewise.
  const SkeletonData* skeleton = nullptr;
  // The grid whose free cells the surface covers: given exactly where there is a surface and the manifest
  // says that it is a grid.
  const GridData* grid = nullptr;
  // The graph over the surface and its links, likewise where the manifest says that it is one of waypoints.
  const WaypointData* waypoints = nullptr;
};

// The package of a map: `variants[k]` belongs to manifest.variants[k]. The manifest's bounds are computed
// here from the surfaces. The inverse of LoadedMap, and as strict: what this writes, that loads.
// Deterministic. InvalidArgument naming the manifest's field, or the variant and the rule of navmesh_format.h
// broken.
// `collision` may be null.
absl::StatusOr<std::vector<std::byte>> EncodeMap(MapManifest manifest,
                                                 std::span<const VariantContent> variants,
                                                 const CollisionData* collision = nullptr);

}  // namespace waystone
