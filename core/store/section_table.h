// Every section of a map, declared once: one row gives its type and the field that it holds, in the baker's
// data and in the view's arrays. Code that writes, reads, counts or lists sections goes over these rows
// (core/store/section_visit.h).
//
//   VisitSections(clusters, visitor);  // calls visitor(SectionType::kClusterHeader, clusters.header), ...
//
// A visitor also has Has(type, field): whether this optional section exists and the field holds it.
#pragma once

#include <concepts>
#include <optional>
#include <span>
#include <type_traits>

#include "core/clusters/cluster_view.h"
#include "core/collision/collision_view.h"
#include "core/gaps/gap_view.h"
#include "core/grid/grid_view.h"
#include "core/navmesh/hierarchy_view.h"
#include "core/navmesh/link_view.h"
#include "core/navmesh/navmesh_data.h"
#include "core/navmesh/navmesh_view.h"
#include "core/package/format.h"
#include "core/scene/scene_view.h"
#include "core/skeleton/skeleton_view.h"
#include "core/volume/volume_view.h"
#include "core/waypoint/waypoint_view.h"
#include "core/world/grid_portals.h"
#include "core/zones/zone_view.h"

namespace waystone {

template <typename Part, typename... Types>
concept OneOf = (std::same_as<std::remove_const_t<Part>, Types> || ...);

inline const HubLabelData& ValueOf(const HubLabelData& data) { return data; }
inline HubLabelData& ValueOf(HubLabelData& data) { return data; }
template <typename Value>
Value& ValueOf(std::optional<Value>& value) {
  return *value;
}

struct LinkArrays {
  std::span<const NavLink> links;
  std::span<const uint32_t> rows;
  std::span<const char> names;
};

struct CollisionArrays {
  std::span<const Vec3f> vertices;
  std::span<const CollisionTriangle> triangles;
  std::span<const CollisionNode> nodes;
};

template <OneOf<NavmeshData, NavmeshView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kNavmeshHeader, part.header);
  use(SectionType::kNavmeshVertices, part.vertices);
  use(SectionType::kNavmeshEdges, part.edges);
  use(SectionType::kNavmeshPolys, part.polys);
  use(SectionType::kNavmeshDetailVertices, part.detail_vertices);
  use(SectionType::kNavmeshDetailTriangles, part.detail_triangles);
  use(SectionType::kNavmeshTreeBoxes, part.tree_boxes);
  use(SectionType::kNavmeshAreaPrefix, part.area_prefix_m2);
}

template <OneOf<LinkData, LinkArrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kLinkRecords, part.links);
  use(SectionType::kLinkRows, part.rows);
  use(SectionType::kLinkNames, part.names);
}

template <OneOf<ZoneData, ZoneView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kZoneHeader, part.header);
  use(SectionType::kZoneOfNode, part.component_of_node);
  use(SectionType::kZoneComponents, part.components);
  use(SectionType::kZoneReach, part.reach);
  use(SectionType::kZoneDagOffsets, part.dag_offsets);
  use(SectionType::kZoneDagTargets, part.dag_targets);
}

template <OneOf<CollisionData, CollisionArrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kCollisionNodes, part.nodes);
  use(SectionType::kCollisionVertices, part.vertices);
  use(SectionType::kCollisionTriangles, part.triangles);
}

template <OneOf<HierarchyData, HierarchyView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kHierarchyHeader, part.header);
  use(SectionType::kHierarchyNodes, part.nodes);
  use(SectionType::kHierarchyPolyRows, part.poly_rows);
  use(SectionType::kHierarchyPolyNodes, part.poly_nodes);
  use(SectionType::kHierarchyArcRows, part.arc_rows);
  use(SectionType::kHierarchyArcs, part.arcs);
  use(SectionType::kHierarchyStrings, part.strings);
}

template <OneOf<SkeletonData, SkeletonView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kSkeletonHeader, part.header);
  use(SectionType::kSkeletonKeyPoints, part.key_points);
  use(SectionType::kSkeletonRows, part.rows);
  use(SectionType::kSkeletonArcs, part.arcs);
}

template <OneOf<ClusterData, ClusterView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kClusterHeader, part.header);
  use(SectionType::kClusterPlaces, part.places);
  use(SectionType::kClusterPolys, part.polys);
  use(SectionType::kClusterRecords, part.clusters);
  use(SectionType::kClusterEntrances, part.entrances);
  use(SectionType::kClusterEntering, part.entering);
  use(SectionType::kClusterCosts, part.costs);
  use(SectionType::kClusterSteps, part.steps);
  use(SectionType::kClusterPathEnds, part.path_ends);
}

template <OneOf<WaypointData, WaypointView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kWaypointHeader, part.header);
  use(SectionType::kWaypointNodes, part.nodes);
  use(SectionType::kWaypointRows, part.rows);
  use(SectionType::kWaypointArcs, part.arcs);
  use(SectionType::kWaypointNeeds, part.needs);
  use(SectionType::kWaypointLandmarks, part.landmarks);
  use(SectionType::kWaypointLandmarkCosts, part.landmark_costs);
  use(SectionType::kWaypointBoxes, part.boxes);
}

template <OneOf<HubLabelData, HubLabelView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kGridPlain, part.plain_words);
  use(SectionType::kGridCornerCounts, part.corners_before);
  use(SectionType::kGridLabelRows, part.first_hub);
  use(SectionType::kGridLabels, part.hubs);
}

template <OneOf<TrunkData, TrunkView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kTrunkPoints, part.points);
  use(SectionType::kTrunkStretches, part.stretches);
  use(SectionType::kTrunkTurns, part.turns);
  use(SectionType::kTrunkLeastCosts, part.least_costs);
}

template <OneOf<GridClusterData, GridClusterView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kGridClusterHeader, part.header);
  use(SectionType::kGridClusterRecords, part.clusters);
  use(SectionType::kGridClusterRanks, part.ranks);
  use(SectionType::kGridClusterEntrances, part.entrances);
  use(SectionType::kGridClusterCosts, part.costs);
  use(SectionType::kGridClusterSteps, part.steps);
  use(SectionType::kGridClusterLandmarkCosts, part.landmark_costs);
}

template <OneOf<GridData, GridView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& has) {
  use(SectionType::kGridHeader, part.header);
  use(SectionType::kGridRows, part.row_words);
  use(SectionType::kGridColumns, part.column_words);
  if (has(SectionType::kGridAreas, part.areas)) use(SectionType::kGridAreas, part.areas);
  if (has(SectionType::kGridJumps, part.jumps)) use(SectionType::kGridJumps, part.jumps);
  if (has(SectionType::kGridBoundWords, part.bound_words)) {
    use(SectionType::kGridBoundRegions, part.bound_regions);
    use(SectionType::kGridBoundWords, part.bound_words);
    use(SectionType::kGridBounds, part.bounds);
  }
  if (has(SectionType::kGridPlain, part.hub_labels)) VisitSections(ValueOf(part.hub_labels), use, has);
  if (has(SectionType::kTrunkPoints, part.trunk)) VisitSections(*part.trunk, use, has);
  if (has(SectionType::kGridClusterHeader, part.clusters)) VisitSections(*part.clusters, use, has);
}

template <OneOf<VolumeData, VolumeView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kVolumeHeader, part.header);
  use(SectionType::kVolumeRows, part.rows);
  use(SectionType::kVolumeWords, part.words);
  use(SectionType::kVolumeRunRows, part.run_rows);
  use(SectionType::kVolumeRuns, part.runs);
}

template <OneOf<SceneData, SceneView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kSceneHeader, part.header);
  use(SectionType::kSceneRecords, part.scenes);
  use(SectionType::kSceneMouths, part.mouths);
  use(SectionType::kScenePolys, part.polys);
  use(SectionType::kSceneTexts, part.texts);
}

template <OneOf<GapData, GapView::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kGapRecords, part.gaps);
  use(SectionType::kGapFixes, part.fixes);
}

// One grid of a world; its region is its number + 1.
template <OneOf<GridPortals::Arrays> Part, typename Use, typename Has>
void VisitSections(Part& part, const Use& use, const Has& /*has*/) {
  use(SectionType::kPortalTriggerRows, part.trigger_rows);
  use(SectionType::kPortalTriggers, part.triggers);
  use(SectionType::kPortalWalkIn, part.walk_in);
  use(SectionType::kPortalFreeBefore, part.free_before);
  use(SectionType::kPortalTables, part.tables);
  use(SectionType::kPortalSteps, part.steps);
}

}  // namespace waystone
