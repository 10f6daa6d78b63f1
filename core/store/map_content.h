// What a map is made of, part by part: as the data that a baker makes, and as views of a package.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/clusters/cluster_view.h"
#include "core/collision/collision_view.h"
#include "core/gaps/gap_view.h"
#include "core/grid/grid_view.h"
#include "core/map/map_manifest.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/navmesh/priced_hierarchy.h"
#include "core/package/format.h"
#include "core/scene/scene_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"
#include "core/waypoint/waypoint_view.h"
#include "core/zones/zone_view.h"

namespace waystone {

// What was baked for one variant of the manifest. Null is what the variant does not have. Only read.
struct VariantContent {
  // Its surface, unless the variant uses another's (MapVariant::surface_variant).
  const NavmeshData* navmesh = nullptr;
  // The links over its own surface.
  const LinkData* links = nullptr;
  const ZoneData* zones = nullptr;
  // The contraction hierarchy over the surface and the links that the variant uses, like the clusters and the
  // skeleton.
  const HierarchyData* hierarchy = nullptr;
  // The same for the costs of cost profiles, by MapManifest::cost_profiles; null: none. Empty: none at all.
  std::vector<const HierarchyData*> priced_hierarchies = {};
  const ClusterData* clusters = nullptr;
  const SkeletonData* skeleton = nullptr;
  // The grid whose free cells its own surface covers: given if and only if the manifest says that surfaces
  // are grids.
  const GridData* grid = nullptr;
  // The graph over its own surface and links, given if and only if the manifest says that surfaces are
  // graphs.
  const WaypointData* waypoints = nullptr;
  // The scenes of its own surface, given if and only if the manifest says that surfaces are of scenes.
  const SceneData* scenes = nullptr;
  // The volume whose parts its own surface stands for, given if and only if the manifest says that surfaces are
  // volumes.
  const VolumeData* volume = nullptr;
  // What parts the islands of its own surface, if that was looked for.
  const GapData* gaps = nullptr;
};

struct MapContent {
  std::span<const VariantContent> variants;  // by VariantIndex - 1
  const CollisionData* collision = nullptr;  // may be null
};

// The same as checked views. Empty is what the variant does not have, or what could not be read.
struct VariantViews {
  uint64_t abilities = 0;  // of the variant, as the bits of NavLink::abilities
  std::optional<NavmeshView> navmesh;
  std::optional<GridView> grid;
  std::optional<WaypointView> waypoints;
  std::optional<VolumeView> volume;
  std::optional<SceneView> scenes;
  std::optional<LinkView> links = LinkView();  // without any if the package has none
  std::optional<GapView> gaps;
  std::optional<ZoneView> zones;
  std::optional<HierarchyView> hierarchy;
  std::vector<PricedHierarchy> priced_hierarchies;
  std::optional<ClusterView> clusters;
  std::optional<SkeletonView> skeleton;
};

// Does not own what the views look at.
struct MapViews {
  MapManifest manifest;
  std::vector<VariantViews> variants;  // by VariantIndex - 1
  std::optional<CollisionView> collision;

  // No views yet. REQUIRES: CheckManifest(manifest).
  explicit MapViews(MapManifest manifest);
  // The views of the variant whose surface a variant uses.
  const VariantViews& SurfaceOf(const MapVariant& variant) const {
    return variants[variant.surface_variant - 1U];
  }
  const VariantViews& SurfaceOf(VariantIndex variant) const {
    return SurfaceOf(manifest.variants[variant - 1U]);
  }
  // As the bits of NavLink::abilities; names that no link of the map needs have none. `abilities`: sorted.
  uint64_t AbilityBits(const std::vector<std::string>& abilities) const;
};

// Whether the variant (from 1) has surface sections of its own.
inline bool OwnsSurface(const MapManifest& manifest, VariantIndex variant) {
  return manifest.variants[variant - 1U].surface_variant == variant;
}

}  // namespace waystone
