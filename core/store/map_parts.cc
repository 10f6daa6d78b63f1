#include "core/store/map_parts.h"

#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/section_visit.h"
#include "core/store/surface_check.h"
#include "core/surface/grid/grid_fit.h"
#include "core/surface/volume/volume_fit.h"
#include "core/surface/waypoint/waypoint_fit.h"

namespace waystone {
namespace {

// The data and the view of a part that variants have.
template <auto kData, auto kView>
struct VariantPart {
  static const auto* DataOf(const MapContent& content, VariantIndex variant) {
    return content.variants[variant - 1U].*kData;
  }
  static auto& ViewOf(MapViews& views, VariantIndex variant) { return views.variants[variant - 1U].*kView; }
};

struct NavmeshPart : VariantPart<&VariantContent::navmesh, &VariantViews::navmesh> {
  using Arrays = NavmeshView::Arrays;
  static constexpr PartRules kRules{
      .scope = PartScope::kSurface,
      .flags = kSectionRequired,
      .missing = "no surface is given",
      .unwanted = "a surface is given, but the manifest names another variant's"};
  static absl::StatusOr<NavmeshView> Make(const auto& part, const VariantViews& /*its own*/,
                                          const MapManifest& manifest) {
    WS_ASSIGN_OR_RETURN(const NavmeshView view, NavmeshView::Create(part));
    WS_RETURN_IF_ERROR(CheckSurfaceAgainstManifest(view, manifest));
    return view;
  }
};

struct GridPart : VariantPart<&VariantContent::grid, &VariantViews::grid> {
  using Arrays = GridView::Arrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .kind = SurfaceKind::kGrid,
                                    .missing = "no grid is given",
                                    .unwanted = "a grid is given, but the surface is none"};
  static absl::StatusOr<GridView> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    WS_ASSIGN_OR_RETURN(const GridView view, GridView::Create(part));
    WS_RETURN_IF_ERROR(CheckGridFits(view, *surface.navmesh));
    return view;
  }
};

struct LinkPart : VariantPart<&VariantContent::links, &VariantViews::links> {
  using Arrays = LinkArrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .unwanted = "links are given without a surface"};
  static absl::StatusOr<LinkView> Make(const auto& part, const VariantViews& surface,
                                       const MapManifest& manifest) {
    WS_ASSIGN_OR_RETURN(const LinkView view,
                        LinkView::Create(part.links, part.rows, part.names, *surface.navmesh));
    WS_RETURN_IF_ERROR(CheckLinksAgainstManifest(view, manifest));
    return view;
  }
};

struct WaypointPart : VariantPart<&VariantContent::waypoints, &VariantViews::waypoints> {
  using Arrays = WaypointView::Arrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .kind = SurfaceKind::kWaypoint,
                                    .names_links = true,
                                    .missing = "no waypoints are given",
                                    .unwanted = "waypoints are given, but the surface is not theirs"};
  static absl::StatusOr<WaypointView> Make(const auto& part, const VariantViews& surface,
                                           const MapManifest&) {
    WS_ASSIGN_OR_RETURN(const WaypointView view, WaypointView::Create(part));
    WS_RETURN_IF_ERROR(CheckWaypointsFit(view, *surface.navmesh, *surface.links));
    return view;
  }
};

struct VolumePart : VariantPart<&VariantContent::volume, &VariantViews::volume> {
  using Arrays = VolumeView::Arrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .kind = SurfaceKind::kVolume,
                                    .missing = "no volume is given",
                                    .unwanted = "a volume is given, but the surface is none"};
  static absl::StatusOr<VolumeView> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    WS_ASSIGN_OR_RETURN(const VolumeView view, VolumeView::Create(part));
    WS_RETURN_IF_ERROR(CheckVolumeFits(view, *surface.navmesh));
    return view;
  }
};

struct ScenePartOfMap : VariantPart<&VariantContent::scenes, &VariantViews::scenes> {
  using Arrays = SceneView::Arrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .kind = SurfaceKind::kScene,
                                    .missing = "no scenes are given",
                                    .unwanted = "scenes are given, but the surface has none"};
  static absl::StatusOr<SceneView> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    WS_ASSIGN_OR_RETURN(const SceneView view, SceneView::Create(part));
    if (view.polys().size() == surface.navmesh->poly_count()) return view;
    return absl::DataLossError("scene polygons: not one per polygon");
  }
};

struct GapPart : VariantPart<&VariantContent::gaps, &VariantViews::gaps> {
  using Arrays = GapView::Arrays;
  static constexpr PartRules kRules{.scope = PartScope::kSurface,
                                    .unwanted = "gaps are given without a surface"};
  static absl::StatusOr<GapView> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    return GapView::Create(part, surface.navmesh->poly_count());
  }
};

struct ZonePart : VariantPart<&VariantContent::zones, &VariantViews::zones> {
  using Arrays = ZoneView::Arrays;
  static constexpr PartRules kRules{};
  static absl::StatusOr<ZoneView> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    WS_ASSIGN_OR_RETURN(const ZoneView view, ZoneView::Create(part));
    if (view.header().node_count == surface.navmesh->poly_count()) return view;
    return absl::DataLossError("zone header: not one node per polygon");
  }
};

// A view that follows the surface and its links.
template <typename View, auto kData, auto kView>
struct LinkedPart : VariantPart<kData, kView> {
  using Arrays = typename View::Arrays;
  static constexpr PartRules kRules{.names_links = true};
  static absl::StatusOr<View> Make(const auto& part, const VariantViews& surface, const MapManifest&) {
    return View::Create(part, *surface.navmesh, *surface.links);
  }
};
using HierarchyPart = LinkedPart<HierarchyView, &VariantContent::hierarchy, &VariantViews::hierarchy>;
using ClusterPart = LinkedPart<ClusterView, &VariantContent::clusters, &VariantViews::clusters>;

struct SkeletonPart : VariantPart<&VariantContent::skeleton, &VariantViews::skeleton> {
  using Arrays = SkeletonView::Arrays;
  static constexpr PartRules kRules{.names_links = true};
  static absl::StatusOr<SkeletonView> Make(const auto& part, const VariantViews& surface,
                                           const MapManifest&) {
    const uint32_t polys = surface.navmesh->poly_count();
    WS_ASSIGN_OR_RETURN(const SkeletonView view, SkeletonView::Create(part, polys, surface.links->size()));
    if (surface.waypoints.has_value()) WS_RETURN_IF_ERROR(CheckKeyPointsAreNodes(view, polys));
    if (surface.volume.has_value()) WS_RETURN_IF_ERROR(CheckKeyPointsAreFree(view, *surface.volume));
    return view;
  }
};

struct CollisionPart {
  using Arrays = CollisionArrays;
  static constexpr PartRules kRules{.scope = PartScope::kMap};
  static const CollisionData* DataOf(const MapContent& content, VariantIndex) { return content.collision; }
  static std::optional<CollisionView>& ViewOf(MapViews& views, VariantIndex) { return views.collision; }
  static absl::StatusOr<CollisionView> Make(const auto& part) {
    return CollisionView::Create(part.vertices, part.triangles, part.nodes);
  }
};

// The view of data or of a package's arrays.
template <typename Part>
auto MakeView(const auto& part, [[maybe_unused]] const MapViews& views,
              [[maybe_unused]] VariantIndex variant) {
  if constexpr (Part::kRules.scope == PartScope::kMap) {
    return Part::Make(part);
  } else {
    return Part::Make(part, views.SurfaceOf(variant), views.manifest);
  }
}

template <typename Part>
bool IsGiven(const MapContent& content, VariantIndex variant) {
  return Part::DataOf(content, variant) != nullptr;
}

template <typename Part>
absl::Status AddPart(const MapContent& content, VariantIndex variant, MapViews& views,
                     PackageWriter& writer) {
  const auto& part = *Part::DataOf(content, variant);
  WS_ASSIGN_OR_RETURN(Part::ViewOf(views, variant), MakeView<Part>(part, views, variant));
  AddSections(part, {.variant = variant, .flags = Part::kRules.flags}, writer);
  return absl::OkStatus();
}

template <typename Part>
absl::Status ReadPart(const PackageReader& package, VariantIndex variant, MapViews& views) {
  const SectionKey key{.variant = variant};
  const bool is_optional = Part::kRules.missing == nullptr;
  const SectionType first = SectionTypesOf<typename Part::Arrays>().front();
  if (is_optional && package.Find(first, key) == nullptr) return absl::OkStatus();
  Part::ViewOf(views, variant).reset();
  typename Part::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSections(package, key, arrays));
  auto view = MakeView<Part>(arrays, views, variant);
  if (!view.ok()) {
    return absl::DataLossError(StrCat(package.name(), ": variant ", variant, ": ", view.status().message(),
                                      OffsetsOf<typename Part::Arrays>(package, key)));
  }
  Part::ViewOf(views, variant) = *std::move(view);
  return absl::OkStatus();
}

// The hierarchies of a variant for cost profiles: that of profile k is region k + 1.
SectionKey KeyOfProfile(VariantIndex variant, size_t profile) {
  return {.variant = variant, .region = static_cast<RegionIndex>(profile + 1)};
}

GroundCosts CostsOf(const CostProfile& profile) {
  GroundCosts costs;
  for (const ProfileCost& cost : profile.costs) costs.Set(cost.area, cost.factor);
  return costs;
}

bool HasPricedHierarchies(const MapContent& content, VariantIndex variant) {
  return !content.variants[variant - 1U].priced_hierarchies.empty();
}

absl::Status AddPricedHierarchies(const MapContent& content, VariantIndex variant, MapViews& views,
                                  PackageWriter& writer) {
  const std::vector<const HierarchyData*>& all = content.variants[variant - 1U].priced_hierarchies;
  const std::vector<CostProfile>& profiles = views.manifest.cost_profiles;
  if (all.size() != profiles.size())
    return absl::InvalidArgumentError("not one hierarchy for each cost profile is given");
  for (size_t k = 0; k < all.size(); ++k) {
    if (all[k] == nullptr) continue;
    WS_ASSIGN_OR_RETURN(const HierarchyView view, MakeView<HierarchyPart>(*all[k], views, variant));
    views.variants[variant - 1U].priced_hierarchies.push_back(
        {CostsOf(profiles[k]), view, profiles[k].min_clearance_m});
    AddSections(*all[k], {.variant = variant, .region = KeyOfProfile(variant, k).region}, writer);
  }
  return absl::OkStatus();
}

absl::Status ReadPricedHierarchies(const PackageReader& package, VariantIndex variant, MapViews& views) {
  const std::vector<CostProfile>& profiles = views.manifest.cost_profiles;
  std::vector<PricedHierarchy>& priced = views.variants[variant - 1U].priced_hierarchies;
  priced.clear();
  for (size_t k = 0; k < profiles.size(); ++k) {
    const SectionKey key = KeyOfProfile(variant, k);
    if (package.Find(SectionType::kHierarchyHeader, key) == nullptr) continue;
    HierarchyView::Arrays arrays;
    WS_RETURN_IF_ERROR(ReadSections(package, key, arrays));
    const auto view = MakeView<HierarchyPart>(arrays, views, variant);
    if (!view.ok()) {
      return absl::DataLossError(StrCat(package.name(), ": variant ", variant, ", cost profile ",
                                        Quoted(profiles[k].name), ": ", view.status().message(),
                                        OffsetsOf<HierarchyView::Arrays>(package, key)));
    }
    priced.push_back({CostsOf(profiles[k]), *view, profiles[k].min_clearance_m});
  }
  return absl::OkStatus();
}

template <typename Part>
constexpr MapPart kRow = {Part::kRules, &SectionTypesOf<typename Part::Arrays>, &IsGiven<Part>,
                          &AddPart<Part>, &ReadPart<Part>};

constexpr MapPart kPricedHierarchies = {{.names_links = true, .is_in_regions = true},
                                        &SectionTypesOf<HierarchyView::Arrays>,
                                        &HasPricedHierarchies,
                                        &AddPricedHierarchies,
                                        &ReadPricedHierarchies};

constexpr MapPart kParts[] = {
    kRow<NavmeshPart>,    kRow<GridPart>,     kRow<LinkPart>,     kRow<WaypointPart>,  kRow<VolumePart>,
    kRow<ScenePartOfMap>, kRow<GapPart>,      kRow<ZonePart>,     kRow<HierarchyPart>, kPricedHierarchies,
    kRow<ClusterPart>,    kRow<SkeletonPart>, kRow<CollisionPart>};

// Whether the parts that a part has to fit could be read.
bool CanBeChecked(const MapPart& part, const MapViews& views, VariantIndex variant) {
  if (part.rules.scope == PartScope::kMap || &part == kParts) return true;
  const VariantViews& surface = views.SurfaceOf(variant);
  return surface.navmesh.has_value() && (surface.links.has_value() || !part.rules.names_links);
}

}  // namespace

bool MapPart::BelongsTo(const MapManifest& manifest, VariantIndex variant) const {
  if (rules.kind.has_value() && *rules.kind != manifest.surface) return false;
  if (rules.scope == PartScope::kMap) return variant == 0;
  return variant > 0 && (rules.scope == PartScope::kVariant || OwnsSurface(manifest, variant));
}

std::span<const MapPart> MapParts() { return kParts; }

Aabb BoundsOf(const MapContent& content, const Vec3& origin) {
  Aabb all;
  for (const VariantContent& variant : content.variants) {
    if (variant.navmesh == nullptr) continue;
    const Aabb bounds = SurfaceBounds(variant.navmesh->header, origin);
    if (bounds.IsEmpty()) continue;
    all.Extend(bounds.min);
    all.Extend(bounds.max);
    if (variant.volume != nullptr) all.Extend(origin + FarCornerOf(variant.volume->header));
  }
  return all;
}

std::vector<PartPlace> PlacesOf(const MapManifest& manifest) {
  std::vector<PartPlace> places;
  for (const PartScope scope : {PartScope::kSurface, PartScope::kVariant, PartScope::kMap}) {
    for (size_t i = 0; i <= manifest.variants.size(); ++i) {
      const auto variant = static_cast<VariantIndex>(i);
      for (const MapPart& part : kParts) {
        const bool is_here = part.rules.scope == scope && part.BelongsTo(manifest, variant);
        if (is_here) places.push_back({&part, variant});
      }
    }
  }
  return places;
}

std::vector<absl::Status> ReadParts(const PackageReader& package, size_t limit, MapViews& views) {
  std::vector<absl::Status> problems;
  for (const auto& [part, variant] : PlacesOf(views.manifest)) {
    if (problems.size() >= limit) break;
    if (!CanBeChecked(*part, views, variant)) continue;
    absl::Status status = part->read(package, variant, views);
    if (!status.ok()) problems.push_back(std::move(status));
  }
  return problems;
}

}  // namespace waystone
