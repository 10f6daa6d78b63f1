#include "core/store/map_encoder.h"

#include <string>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/package_writer.h"
#include "core/store/cluster_sections.h"
#include "core/store/extra_sections.h"
#include "core/store/grid_fit.h"
#include "core/store/manifest_codec.h"
#include "core/store/map_sections.h"
#include "core/store/surface_check.h"

namespace waystone {
namespace {

absl::Status VariantError(size_t index, absl::string_view rule) {
  return absl::InvalidArgumentError(StrCat("variants[", index, "]: ", rule));
}

// A variant has a surface exactly where the manifest says that it has one of its own.
absl::Status CheckOwnership(const MapManifest& manifest, std::span<const VariantContent> variants) {
  if (variants.size() != manifest.variants.size()) {
    return absl::InvalidArgumentError(
        StrCat("contents for ", variants.size(), " variants, the manifest has ", manifest.variants.size()));
  }
  for (size_t i = 0; i < variants.size(); ++i) {
    const bool owns = manifest.variants[i].surface_variant == i + 1;
    if (owns && variants[i].navmesh == nullptr) return VariantError(i, "no surface is given");
    if (!owns && variants[i].navmesh != nullptr) {
      return VariantError(i, "a surface is given, but the manifest names another variant's");
    }
  }
  return absl::OkStatus();
}

absl::Status CheckGrid(const GridData& data, const NavmeshData& ground) {
  WS_ASSIGN_OR_RETURN(const GridView grid, GridView::Create(data));
  WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(ground));
  return CheckGridFits(grid, mesh);
}

// Links, zones, hierarchies, clusters and skeletons as strictly as they will be read, over the surface that
// the variant uses.
absl::Status CheckExtras(const MapManifest& manifest, std::span<const VariantContent> variants) {
  for (size_t i = 0; i < variants.size(); ++i) {
    const VariantContent& content = variants[i];
    const bool needs_grid = content.navmesh != nullptr && manifest.surface == SurfaceKind::kGrid;
    if (needs_grid != (content.grid != nullptr)) {
      return VariantError(i, needs_grid ? "no grid is given" : "a grid is given, but the surface is none");
    }
    if (needs_grid) {
      const absl::Status status = CheckGrid(*content.grid, *content.navmesh);
      if (!status.ok()) return VariantError(i, status.message());
    }
    const bool needs_waypoints = content.navmesh != nullptr && manifest.surface == SurfaceKind::kWaypoint;
    if (needs_waypoints != (content.waypoints != nullptr)) {
      return VariantError(i, needs_waypoints ? "no waypoints are given"
                                             : "waypoints are given, but the surface is not theirs");
    }
    const bool has_any = content.waypoints != nullptr || content.links != nullptr ||
                         content.zones != nullptr || content.hierarchy != nullptr ||
                         content.clusters != nullptr || content.skeleton != nullptr;
    if (!has_any) continue;
    if (content.links != nullptr && content.navmesh == nullptr) {
      return VariantError(i, "links are given without a surface");
    }
    const VariantContent& owner = variants[manifest.variants[i].surface_variant - 1U];
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(*owner.navmesh));
    LinkView links;
    if (owner.links != nullptr) {
      const absl::StatusOr<LinkView> view = LinkView::Create(*owner.links, mesh);
      if (!view.ok()) return VariantError(i, view.status().message());
      links = *view;
    }
    if (content.waypoints != nullptr) {
      const absl::StatusOr<WaypointView> graph = WaypointView::Create(*content.waypoints);
      const absl::Status status = graph.ok() ? CheckWaypointsFit(*graph, mesh, links) : graph.status();
      if (!status.ok()) return VariantError(i, status.message());
    }
    if (content.hierarchy != nullptr) {
      const absl::Status status = HierarchyView::Create(*content.hierarchy, mesh, links).status();
      if (!status.ok()) return VariantError(i, status.message());
    }
    if (content.clusters != nullptr) {
      const absl::Status status = ClusterView::Create(*content.clusters, mesh, links).status();
      if (!status.ok()) return VariantError(i, status.message());
    }
    if (content.skeleton != nullptr) {
      const absl::Status status =
          SkeletonView::Create(*content.skeleton, mesh.poly_count(), links.size()).status();
      if (!status.ok()) return VariantError(i, status.message());
    }
    if (content.zones == nullptr) continue;
    const absl::Status status = ZoneView::Create(*content.zones).status();
    if (!status.ok()) return VariantError(i, status.message());
    if (content.zones->header.node_count != mesh.poly_count())
      return VariantError(i, "zones of another surface");
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::byte>> EncodeMap(MapManifest manifest,
                                                 std::span<const VariantContent> variants,
                                                 const CollisionData* collision) {
  WS_RETURN_IF_ERROR(CheckOwnership(manifest, variants));
  manifest.bounds = {};
  std::vector<NavmeshView> views;
  for (size_t i = 0; i < variants.size(); ++i) {
    if (variants[i].navmesh == nullptr) continue;
    const absl::StatusOr<NavmeshView> view = NavmeshView::Create(*variants[i].navmesh);
    if (!view.ok()) return VariantError(i, view.status().message());
    views.push_back(*view);
    const Aabb bounds = SurfaceBounds(*view, manifest.origin);
    if (bounds.IsEmpty()) continue;
    manifest.bounds.Extend(bounds.min);
    manifest.bounds.Extend(bounds.max);
  }
  WS_RETURN_IF_ERROR(CheckManifest(manifest));
  for (const NavmeshView& view : views) WS_RETURN_IF_ERROR(CheckSurfaceAgainstManifest(view, manifest));

  WS_RETURN_IF_ERROR(CheckExtras(manifest, variants));

  PackageWriter writer;
  const std::string manifest_bytes = EncodeManifest(manifest);
  writer.AddBytes(SectionType::kManifest, {}, std::as_bytes(std::span(manifest_bytes)));
  for (size_t i = 0; i < variants.size(); ++i) {
    const auto variant = static_cast<VariantIndex>(i + 1);
    if (variants[i].navmesh != nullptr) AddNavmeshSections(*variants[i].navmesh, variant, writer);
    if (variants[i].grid != nullptr) AddGridSections(*variants[i].grid, variant, writer);
    if (variants[i].waypoints != nullptr) AddWaypointSections(*variants[i].waypoints, variant, writer);
    if (variants[i].links != nullptr) AddLinkSections(*variants[i].links, variant, writer);
    if (variants[i].zones != nullptr) AddZoneSections(*variants[i].zones, variant, writer);
    if (variants[i].hierarchy != nullptr) AddHierarchySections(*variants[i].hierarchy, variant, writer);
    if (variants[i].clusters != nullptr) AddClusterSections(*variants[i].clusters, variant, writer);
    if (variants[i].skeleton != nullptr) AddSkeletonSections(*variants[i].skeleton, variant, writer);
  }
  if (collision != nullptr) AddCollisionSections(*collision, writer);
  return writer.Finish();
}

}  // namespace waystone
