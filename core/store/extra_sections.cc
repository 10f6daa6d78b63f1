#include "core/store/extra_sections.h"

#include <span>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/grid_fit.h"
#include "core/store/section_read.h"

namespace waystone {
namespace {

constexpr VariantIndex kShared = 0;

// A reader that does not know these sections may go without them.
SectionPlace Optional(VariantIndex variant) {
  return {.variant = variant, .region = 0, .version = 1, .flags = 0};
}

void AddLabelSections(const GridHierarchyData& data, const SectionPlace& place, PackageWriter& writer) {
  writer.AddRecords(SectionType::kGridPlain, place, std::span(data.plain_words));
  writer.AddRecords(SectionType::kGridCornerCounts, place, std::span(data.corners_before));
  writer.AddRecords(SectionType::kGridLabelRows, place, std::span(data.first_hub));
  writer.AddRecords(SectionType::kGridLabels, place, std::span(data.hubs));
}

absl::Status ReadLabels(const PackageReader& package, VariantIndex variant, GridHierarchyView& view) {
  GridHierarchyView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridPlain, variant, arrays.plain_words));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridCornerCounts, variant, arrays.corners_before));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridLabelRows, variant, arrays.first_hub));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridLabels, variant, arrays.hubs));
  if (arrays.first_hub.empty()) {
    return absl::DataLossError(StrCat(package.name(), ": variant ", variant, ": grid hierarchy rows: none"));
  }
  view = GridHierarchyView(arrays);
  return absl::OkStatus();
}

void AddBlockSections(const BlockData& data, const SectionPlace& place, PackageWriter& writer) {
  writer.AddRecords(SectionType::kBlockHeader, place, std::span<const BlockHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kBlockRecords, place, std::span(data.blocks));
  writer.AddRecords(SectionType::kBlockRanks, place, std::span(data.ranks));
  writer.AddRecords(SectionType::kBlockEntrances, place, std::span(data.entrances));
  writer.AddRecords(SectionType::kBlockCosts, place, std::span(data.costs));
  writer.AddRecords(SectionType::kBlockSteps, place, std::span(data.steps));
  writer.AddRecords(SectionType::kBlockLandmarkCosts, place, std::span(data.landmark_costs));
}

absl::Status ReadBlocks(const PackageReader& package, VariantIndex variant, BlockView::Arrays& arrays) {
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kBlockHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kBlockRecords, variant, arrays.blocks));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kBlockRanks, variant, arrays.ranks));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kBlockEntrances, variant, arrays.entrances));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kBlockCosts, variant, arrays.costs));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kBlockSteps, variant, arrays.steps));
  return ReadArray(package, SectionType::kBlockLandmarkCosts, variant, arrays.landmark_costs);
}

// Key point k is node k on maps of waypoints.
absl::Status CheckKeyPointsAreNodes(const SkeletonView& skeleton, size_t nodes) {
  if (skeleton.size() != nodes) {
    return absl::DataLossError(
        StrCat("skeleton header: ", skeleton.size(), " key points of ", nodes, " nodes"));
  }
  for (uint32_t k = 0; k < skeleton.size(); ++k) {
    if (skeleton.key_point(KeyPointId(k)).poly == k) continue;
    return absl::DataLossError(StrCat("skeleton key points[", k, "]: is not node ", k));
  }
  return absl::OkStatus();
}

}  // namespace

void AddLinkSections(const LinkData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kLinkRecords, place, std::span(data.links));
  writer.AddRecords(SectionType::kLinkRows, place, std::span(data.rows));
  writer.AddRecords(SectionType::kLinkNames, place, std::span(data.names));
}

void AddZoneSections(const ZoneData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kZoneHeader, place, std::span<const ZoneHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kZoneOfNode, place, std::span(data.component_of_node));
  writer.AddRecords(SectionType::kZoneComponents, place, std::span(data.components));
  writer.AddRecords(SectionType::kZoneReach, place, std::span(data.reach));
  writer.AddRecords(SectionType::kZoneDagOffsets, place, std::span(data.dag_offsets));
  writer.AddRecords(SectionType::kZoneDagTargets, place, std::span(data.dag_targets));
}

void AddHierarchySections(const HierarchyData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kHierarchyHeader, place, std::span<const HierarchyHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kHierarchyNodes, place, std::span(data.nodes));
  writer.AddRecords(SectionType::kHierarchyPolyRows, place, std::span(data.poly_rows));
  writer.AddRecords(SectionType::kHierarchyPolyNodes, place, std::span(data.poly_nodes));
  writer.AddRecords(SectionType::kHierarchyArcRows, place, std::span(data.arc_rows));
  writer.AddRecords(SectionType::kHierarchyArcs, place, std::span(data.arcs));
  writer.AddRecords(SectionType::kHierarchyStrings, place, std::span(data.strings));
}

void AddSkeletonSections(const SkeletonData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kSkeletonHeader, place, std::span<const SkeletonHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kSkeletonKeyPoints, place, std::span(data.key_points));
  writer.AddRecords(SectionType::kSkeletonRows, place, std::span(data.rows));
  writer.AddRecords(SectionType::kSkeletonArcs, place, std::span(data.arcs));
}

void AddCollisionSections(const CollisionData& data, PackageWriter& writer) {
  const SectionPlace place = Optional(kShared);
  writer.AddRecords(SectionType::kCollisionVertices, place, std::span(data.vertices));
  writer.AddRecords(SectionType::kCollisionTriangles, place, std::span(data.triangles));
  writer.AddRecords(SectionType::kCollisionNodes, place, std::span(data.nodes));
}

void AddGridSections(const GridData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kGridHeader, place, std::span<const GridHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kGridRows, place, std::span(data.row_words));
  writer.AddRecords(SectionType::kGridColumns, place, std::span(data.column_words));
  if (!data.areas.empty()) writer.AddRecords(SectionType::kGridAreas, place, std::span(data.areas));
  if (!data.jumps.empty()) writer.AddRecords(SectionType::kGridJumps, place, std::span(data.jumps));
  if (!data.bound_words.empty()) {
    writer.AddRecords(SectionType::kGridBoundRegions, place,
                      std::span<const BoundRegions>(&data.bound_regions, 1));
    writer.AddRecords(SectionType::kGridBoundWords, place, std::span(data.bound_words));
    writer.AddRecords(SectionType::kGridBounds, place, std::span(data.bounds));
  }
  if (!GridHierarchyView(data.hierarchy).empty()) AddLabelSections(data.hierarchy, place, writer);
  if (data.blocks.has_value()) AddBlockSections(*data.blocks, place, writer);
  if (!data.trunk.has_value()) return;
  writer.AddRecords(SectionType::kTrunkPoints, place, std::span(data.trunk->points));
  writer.AddRecords(SectionType::kTrunkStretches, place, std::span(data.trunk->stretches));
  writer.AddRecords(SectionType::kTrunkTurns, place, std::span(data.trunk->turns));
  writer.AddRecords(SectionType::kTrunkLeastCosts, place, std::span(data.trunk->least_costs));
}

absl::StatusOr<GridView> ReadGrid(const PackageReader& package, VariantIndex variant,
                                  const NavmeshView& mesh) {
  GridView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kGridHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridRows, variant, arrays.row_words));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridColumns, variant, arrays.column_words));
  if (package.Find(SectionType::kGridAreas, {.variant = variant}) != nullptr) {
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridAreas, variant, arrays.areas));
  }
  if (package.Find(SectionType::kGridJumps, {.variant = variant}) != nullptr) {
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridJumps, variant, arrays.jumps));
  }
  if (package.Find(SectionType::kGridBoundWords, {.variant = variant}) != nullptr) {
    WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kGridBoundRegions, variant, arrays.bound_regions));
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridBoundWords, variant, arrays.bound_words));
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kGridBounds, variant, arrays.bounds));
  }
  if (package.Find(SectionType::kGridPlain, {.variant = variant}) != nullptr) {
    WS_RETURN_IF_ERROR(ReadLabels(package, variant, arrays.hierarchy));
  }
  if (package.Find(SectionType::kTrunkPoints, {.variant = variant}) != nullptr) {
    TrunkView::Arrays& trunk = arrays.trunk.emplace();
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kTrunkPoints, variant, trunk.points));
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kTrunkStretches, variant, trunk.stretches));
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kTrunkTurns, variant, trunk.turns));
    WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kTrunkLeastCosts, variant, trunk.least_costs));
  }
  if (package.Find(SectionType::kBlockHeader, {.variant = variant}) != nullptr) {
    WS_RETURN_IF_ERROR(ReadBlocks(package, variant, arrays.blocks.emplace()));
  }
  const absl::StatusOr<GridView> view = GridView::Create(arrays);
  if (!view.ok()) return InPackage(package, variant, view.status());
  WS_RETURN_IF_ERROR(InPackage(package, variant, CheckGridFits(*view, mesh)));
  return view;
}

void AddWaypointSections(const WaypointData& data, VariantIndex variant, PackageWriter& writer) {
  const SectionPlace place = Optional(variant);
  writer.AddRecords(SectionType::kWaypointHeader, place, std::span<const WaypointHeader>(&data.header, 1));
  writer.AddRecords(SectionType::kWaypointNodes, place, std::span(data.nodes));
  writer.AddRecords(SectionType::kWaypointRows, place, std::span(data.rows));
  writer.AddRecords(SectionType::kWaypointArcs, place, std::span(data.arcs));
  writer.AddRecords(SectionType::kWaypointNeeds, place, std::span(data.needs));
  writer.AddRecords(SectionType::kWaypointLandmarks, place, std::span(data.landmarks));
  writer.AddRecords(SectionType::kWaypointLandmarkCosts, place, std::span(data.landmark_costs));
  writer.AddRecords(SectionType::kWaypointBoxes, place, std::span(data.boxes));
}

absl::Status CheckWaypointsFit(const WaypointView& graph, const NavmeshView& mesh, const LinkView& links) {
  if (graph.size() != mesh.poly_count()) {
    return absl::DataLossError(
        StrCat("waypoint header: ", graph.size(), " nodes on ", mesh.poly_count(), " polygons"));
  }
  if (graph.arcs().size() != links.size()) {
    return absl::DataLossError(
        StrCat("waypoint header: ", graph.arcs().size(), " arcs for ", links.size(), " links"));
  }
  for (uint32_t node = 0; node < graph.size(); ++node) {
    for (uint32_t i = graph.FirstArc(node); i < graph.EndArc(node); ++i) {
      const WaypointArc& arc = graph.arc(i);
      const NavLink& link = links.link(LinkId(i));
      const bool fits = link.start_poly == node && link.end_poly == arc.target && link.cost_m == arc.cost_m &&
                        link.abilities == graph.needs()[arc.needs] &&
                        (link.kind == LinkKind::kWalk) == (arc.is_walk != 0);
      if (!fits) return absl::DataLossError(StrCat("waypoint arcs[", i, "]: differs from the link"));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<WaypointView> ReadWaypoints(const PackageReader& package, VariantIndex variant,
                                           const NavmeshView& mesh, const LinkView& links) {
  WaypointView::Arrays arrays;
  const auto read = [&](SectionType type, auto& out) { return ReadArray(package, type, variant, out); };
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kWaypointHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointNodes, arrays.nodes));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointRows, arrays.rows));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointArcs, arrays.arcs));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointNeeds, arrays.needs));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointLandmarks, arrays.landmarks));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointLandmarkCosts, arrays.landmark_costs));
  WS_RETURN_IF_ERROR(read(SectionType::kWaypointBoxes, arrays.boxes));
  const absl::StatusOr<WaypointView> view = WaypointView::Create(arrays);
  if (!view.ok()) return InPackage(package, variant, view.status());
  WS_RETURN_IF_ERROR(InPackage(package, variant, CheckWaypointsFit(*view, mesh, links)));
  return view;
}

absl::StatusOr<std::optional<LinkView>> ReadLinks(const PackageReader& package, VariantIndex variant,
                                                  const NavmeshView& mesh, const MapManifest& manifest) {
  if (package.Find(SectionType::kLinkRecords, {.variant = variant}) == nullptr) return std::nullopt;
  std::span<const NavLink> links;
  std::span<const uint32_t> rows;
  std::span<const char> names;
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kLinkRecords, variant, links));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kLinkRows, variant, rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kLinkNames, variant, names));
  const absl::StatusOr<LinkView> view = LinkView::Create(links, rows, names, mesh);
  if (!view.ok()) return InPackage(package, variant, view.status());
  const size_t known = manifest.link_abilities.size();
  const uint64_t mask = known == 64 ? ~uint64_t{0} : (uint64_t{1} << known) - 1;
  for (size_t i = 0; i < links.size(); ++i) {
    if (MayUse(links[i], mask)) continue;
    return InPackage(
        package, variant,
        absl::DataLossError(StrCat("link records[", i, "]: it needs an ability the manifest lacks")));
  }
  return *view;
}

absl::StatusOr<std::optional<ZoneView>> ReadZones(const PackageReader& package, VariantIndex variant,
                                                  const NavmeshView& mesh) {
  if (package.Find(SectionType::kZoneHeader, {.variant = variant}) == nullptr) return std::nullopt;
  ZoneView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kZoneHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kZoneOfNode, variant, arrays.component_of_node));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kZoneComponents, variant, arrays.components));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kZoneReach, variant, arrays.reach));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kZoneDagOffsets, variant, arrays.dag_offsets));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kZoneDagTargets, variant, arrays.dag_targets));
  const absl::StatusOr<ZoneView> view = ZoneView::Create(arrays);
  if (!view.ok()) return InPackage(package, variant, view.status());
  if (arrays.header.node_count != mesh.poly_count()) {
    return InPackage(package, variant, absl::DataLossError("zone header: not one node per polygon"));
  }
  return *view;
}

absl::StatusOr<std::optional<HierarchyView>> ReadHierarchy(const PackageReader& package, VariantIndex variant,
                                                           const NavmeshView& mesh, const LinkView& links) {
  if (package.Find(SectionType::kHierarchyHeader, {.variant = variant}) == nullptr) return std::nullopt;
  HierarchyView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kHierarchyHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyNodes, variant, arrays.nodes));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyPolyRows, variant, arrays.poly_rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyPolyNodes, variant, arrays.poly_nodes));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyArcRows, variant, arrays.arc_rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyArcs, variant, arrays.arcs));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kHierarchyStrings, variant, arrays.strings));
  const absl::StatusOr<HierarchyView> view = HierarchyView::Create(arrays, mesh, links);
  if (!view.ok()) return InPackage(package, variant, view.status());
  return *view;
}

absl::StatusOr<std::optional<SkeletonView>> ReadSkeleton(const PackageReader& package, VariantIndex variant,
                                                         const NavmeshView& mesh, const LinkView& links,
                                                         const MapManifest& manifest) {
  if (package.Find(SectionType::kSkeletonHeader, {.variant = variant}) == nullptr) return std::nullopt;
  SkeletonView::Arrays arrays;
  WS_RETURN_IF_ERROR(ReadSingle(package, SectionType::kSkeletonHeader, variant, arrays.header));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kSkeletonKeyPoints, variant, arrays.key_points));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kSkeletonRows, variant, arrays.rows));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kSkeletonArcs, variant, arrays.arcs));
  const absl::StatusOr<SkeletonView> view = SkeletonView::Create(arrays, mesh.poly_count(), links.size());
  if (!view.ok()) return InPackage(package, variant, view.status());
  if (manifest.surface == SurfaceKind::kWaypoint) {
    WS_RETURN_IF_ERROR(InPackage(package, variant, CheckKeyPointsAreNodes(*view, mesh.poly_count())));
  }
  return *view;
}

absl::StatusOr<std::optional<CollisionView>> ReadCollision(const PackageReader& package) {
  if (package.Find(SectionType::kCollisionNodes) == nullptr) return std::nullopt;
  std::span<const Vec3f> vertices;
  std::span<const CollisionTriangle> triangles;
  std::span<const CollisionNode> nodes;
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kCollisionVertices, kShared, vertices));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kCollisionTriangles, kShared, triangles));
  WS_RETURN_IF_ERROR(ReadArray(package, SectionType::kCollisionNodes, kShared, nodes));
  const absl::StatusOr<CollisionView> view = CollisionView::Create(vertices, triangles, nodes);
  if (!view.ok()) return InPackage(package, kShared, view.status());
  return *view;
}

}  // namespace waystone
