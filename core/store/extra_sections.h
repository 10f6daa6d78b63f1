// The sections beside the polygons: grids, waypoints, links, zones, hierarchies, skeletons, collision
// geometry. Each is optional in a package, but for the grid or the waypoints where the manifest says that the
// surface is one.
#pragma once

#include <optional>

#include "absl/status/statusor.h"
#include "core/collision/collision_view.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/skeleton/skeleton_view.h"
#include "core/waypoint/waypoint_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// The data must live until the writer has finished. `variant` is the surface's own for links.
void AddGridSections(const GridData& data, VariantIndex variant, PackageWriter& writer);
void AddWaypointSections(const WaypointData& data, VariantIndex variant, PackageWriter& writer);
void AddLinkSections(const LinkData& data, VariantIndex variant, PackageWriter& writer);
void AddZoneSections(const ZoneData& data, VariantIndex variant, PackageWriter& writer);
void AddHierarchySections(const HierarchyData& data, VariantIndex variant, PackageWriter& writer);
void AddSkeletonSections(const SkeletonData& data, VariantIndex variant, PackageWriter& writer);
void AddCollisionSections(const CollisionData& data, PackageWriter& writer);

// The inverses: views after their structure check, which live as long as the package; empty where the package
// has no such sections. DataLoss where one is damaged, breaks a rule of its format, or does not fit the
// surface.
absl::StatusOr<GridView> ReadGrid(const PackageReader& package, VariantIndex variant,
                                  const NavmeshView& mesh);
absl::StatusOr<WaypointView> ReadWaypoints(const PackageReader& package, VariantIndex variant,
                                           const NavmeshView& mesh, const LinkView& links);
absl::StatusOr<std::optional<LinkView>> ReadLinks(const PackageReader& package, VariantIndex variant,
                                                  const NavmeshView& mesh, const MapManifest& manifest);
absl::StatusOr<std::optional<ZoneView>> ReadZones(const PackageReader& package, VariantIndex variant,
                                                  const NavmeshView& mesh);
absl::StatusOr<std::optional<HierarchyView>> ReadHierarchy(const PackageReader& package, VariantIndex variant,
                                                           const NavmeshView& mesh, const LinkView& links);
absl::StatusOr<std::optional<SkeletonView>> ReadSkeleton(const PackageReader& package, VariantIndex variant,
                                                         const NavmeshView& mesh, const LinkView& links,
                                                         const MapManifest& manifest);
absl::StatusOr<std::optional<CollisionView>> ReadCollision(const PackageReader& package);

// That node k stands on polygon k and arc k is link k. DataLoss naming the first that is not so.
absl::Status CheckWaypointsFit(const WaypointView& graph, const NavmeshView& mesh, const LinkView& links);

}  // namespace waystone
