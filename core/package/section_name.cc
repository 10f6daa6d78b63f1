#include "core/package/section_name.h"

#include "core/base/str_cat.h"

namespace waystone {

// A table as a switch, so that the compiler asks for the name of a new type.
std::string_view SectionTypeName(SectionType type) {  // NOLINT(readability-function-size)
  switch (type) {
    case SectionType::kManifest:
      return "manifest";
    case SectionType::kNavmeshHeader:
      return "navmesh_header";
    case SectionType::kNavmeshVertices:
      return "navmesh_vertices";
    case SectionType::kNavmeshEdges:
      return "navmesh_edges";
    case SectionType::kNavmeshPolys:
      return "navmesh_polys";
    case SectionType::kNavmeshDetailVertices:
      return "navmesh_detail_vertices";
    case SectionType::kNavmeshDetailTriangles:
      return "navmesh_detail_triangles";
    case SectionType::kNavmeshTreeBoxes:
      return "navmesh_tree_boxes";
    case SectionType::kNavmeshAreaPrefix:
      return "navmesh_area_prefix";
    case SectionType::kLinkRecords:
      return "link_records";
    case SectionType::kLinkRows:
      return "link_rows";
    case SectionType::kLinkNames:
      return "link_names";
    case SectionType::kZoneHeader:
      return "zone_header";
    case SectionType::kZoneOfNode:
      return "zone_of_node";
    case SectionType::kZoneComponents:
      return "zone_components";
    case SectionType::kZoneReach:
      return "zone_reach";
    case SectionType::kZoneDagOffsets:
      return "zone_dag_offsets";
    case SectionType::kZoneDagTargets:
      return "zone_dag_targets";
    case SectionType::kCollisionVertices:
      return "collision_vertices";
    case SectionType::kCollisionTriangles:
      return "collision_triangles";
    case SectionType::kCollisionNodes:
      return "collision_nodes";
    case SectionType::kHierarchyHeader:
      return "hierarchy_header";
    case SectionType::kHierarchyNodes:
      return "hierarchy_nodes";
    case SectionType::kHierarchyPolyRows:
      return "hierarchy_poly_rows";
    case SectionType::kHierarchyPolyNodes:
      return "hierarchy_poly_nodes";
    case SectionType::kHierarchyArcRows:
      return "hierarchy_arc_rows";
    case SectionType::kHierarchyArcs:
      return "hierarchy_arcs";
    case SectionType::kHierarchyStrings:
      return "hierarchy_strings";
    case SectionType::kSkeletonHeader:
      return "skeleton_header";
    case SectionType::kSkeletonKeyPoints:
      return "skeleton_key_points";
    case SectionType::kSkeletonRows:
      return "skeleton_rows";
    case SectionType::kSkeletonArcs:
      return "skeleton_arcs";
    case SectionType::kGridHeader:
      return "grid_header";
    case SectionType::kGridRows:
      return "grid_rows";
    case SectionType::kGridColumns:
      return "grid_columns";
    case SectionType::kGridAreas:
      return "grid_areas";
    case SectionType::kGridJumps:
      return "grid_jumps";
    case SectionType::kGridBoundRegions:
      return "grid_bound_regions";
    case SectionType::kGridBoundWords:
      return "grid_bound_words";
    case SectionType::kGridBounds:
      return "grid_bounds";
    case SectionType::kGridPlain:
      return "grid_plain";
    case SectionType::kGridCornerCounts:
      return "grid_corner_counts";
    case SectionType::kGridLabelRows:
      return "grid_label_rows";
    case SectionType::kGridLabels:
      return "grid_labels";
    case SectionType::kTrunkPoints:
      return "trunk_points";
    case SectionType::kTrunkStretches:
      return "trunk_stretches";
    case SectionType::kTrunkTurns:
      return "trunk_turns";
    case SectionType::kTrunkLeastCosts:
      return "trunk_least_costs";
    case SectionType::kWaypointHeader:
      return "waypoint_header";
    case SectionType::kWaypointNodes:
      return "waypoint_nodes";
    case SectionType::kWaypointRows:
      return "waypoint_rows";
    case SectionType::kWaypointArcs:
      return "waypoint_arcs";
    case SectionType::kWaypointNeeds:
      return "waypoint_needs";
    case SectionType::kWaypointLandmarks:
      return "waypoint_landmarks";
    case SectionType::kWaypointLandmarkCosts:
      return "waypoint_landmark_costs";
    case SectionType::kWaypointBoxes:
      return "waypoint_boxes";
    case SectionType::kWorldHeader:
      return "world_header";
    case SectionType::kWorldMaps:
      return "world_maps";
    case SectionType::kWorldPortals:
      return "world_portals";
    case SectionType::kWorldArrivals:
      return "world_arrivals";
    case SectionType::kWorldTexts:
      return "world_texts";
    case SectionType::kWorldCosts:
      return "world_costs";
    case SectionType::kWorldPathRows:
      return "world_path_rows";
    case SectionType::kWorldPaths:
      return "world_paths";
    case SectionType::kWorldOutRows:
      return "world_out_rows";
    case SectionType::kWorldOutLabels:
      return "world_out_labels";
    case SectionType::kWorldInRows:
      return "world_in_rows";
    case SectionType::kWorldInLabels:
      return "world_in_labels";
    case SectionType::kPortalTriggerRows:
      return "portal_trigger_rows";
    case SectionType::kPortalTriggers:
      return "portal_triggers";
    case SectionType::kPortalWalkIn:
      return "portal_walk_in";
    case SectionType::kPortalFreeBefore:
      return "portal_free_before";
    case SectionType::kPortalTables:
      return "portal_tables";
    case SectionType::kPortalSteps:
      return "portal_steps";
  }
  return {};
}

std::string DescribeSection(const SectionEntry& entry) {
  std::string name(SectionTypeName(entry.type));
  if (name.empty()) name = StrCat("unknown-", static_cast<uint32_t>(entry.type));
  return StrCat("section ", name, " (variant ", entry.variant, ", region ", entry.region, ") at offset ",
                entry.offset);
}

}  // namespace waystone
