#include "bake/kinds/waypoint/waypoint_kind.h"

#include "bake/stages/shared_stages.h"
#include "bake/waypoint/waypoint_importer.h"
#include "bake/waypoint/waypoint_skeleton.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/surface/waypoint/waypoint_place.h"
#include "core/surface/waypoint/waypoint_surface.h"

namespace waystone {
namespace {

absl::Status CheckSettings(const BakeConfig& config) {
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError(
        "the source is waypoints: volumes only change ground cut from triangles");
  }
  if (!config.links.empty()) {
    return absl::InvalidArgumentError("the source is waypoints: all links belong among its own");
  }
  if (config.agents.size() <= 1) return absl::OkStatus();
  return InvalidArgument("the source is waypoints for one agent, and the settings have ",
                         config.agents.size());
}

absl::Status TellOfWaypoints(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const WaypointView graph, WaypointView::Create(run.surfaces.waypoints->data));
  const WaypointSurface surface(graph);
  SurfaceWorkspace workspace;
  return TellOfSurfaces(run, [&](const NavmeshView& mesh, const Vec3& position) {
    MapView map;
    map.navmesh = &mesh;
    map.surface = &surface;
    map.abilities = ~uint64_t{0};
    return SnapToWaypoints(map, position, SnapOptions(), PlaceRole::kLeave, nullptr, workspace);
  });
}

// They came with the graph.
absl::Status TakeLinks(BakeRun& run) {
  if (run.surfaces.agents[0].agent.links.any()) {
    return absl::InvalidArgumentError("links cannot be looked for: the source is waypoints");
  }
  const PackedWaypoints& waypoints = *run.surfaces.waypoints;
  CountLinks(waypoints.links, run.log.report.agents[0]);
  run.links = {waypoints.abilities, {waypoints.links}};
  return absl::OkStatus();
}

absl::Status TakeSkeletons(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(const WaypointView graph, WaypointView::Create(run.surfaces.waypoints->data));
  return AddSkeletons(run, [&](const NavmeshView&, const LinkView&, size_t i) {
    BuiltSkeleton built;
    built.data = SkeletonOf(graph, run.variants[i].bits);
    return built;
  });
}

}  // namespace

absl::Status AddWaypoints(const WaypointGraph& graph, BakeRun& run) {
  WS_RETURN_IF_ERROR(CheckSettings(run.job.config));
  MapSurfaces& surfaces = run.surfaces;
  const AgentConfig agent = run.OneAgent();
  surfaces.origin = OriginOf(graph);
  surfaces.areas = {AreaType{}};
  PolygonSoup ground = GroundOf(graph, surfaces.origin);
  ground.max_climb_m = static_cast<float>(agent.profile.max_climb_m);
  WS_RETURN_IF_ERROR(AddSurface(agent, ground, run));
  run.log.Begin("waypoints");
  WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents.back().navmesh));
  WS_ASSIGN_OR_RETURN(surfaces.waypoints,
                      PackWaypoints(graph, mesh, surfaces.origin, run.log.report.threads));
  const WaypointData& data = surfaces.waypoints->data;
  run.log.EndStage(agent.profile.name, "links", data.arcs.size(),
                   sizeof(data.header) + BytesIn(data.nodes, data.rows, data.arcs, data.needs, data.landmarks,
                                                 data.landmark_costs, data.boxes));
  return absl::OkStatus();
}

absl::Status ReadWaypoints(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(ImportedWaypoints source, ImportWaypoints(run.job.source_path, run.job.config.import));
  run.log.EndStage("", "nodes", source.graph.nodes.size(), source.size_bytes);
  run.surfaces.source = source;
  WS_RETURN_IF_ERROR(run.InSource(TakeStrategy({.shape = SourceShape::kNodes}, run)));
  return run.InSource(AddWaypoints(source.graph, run));
}

std::span<const BakeStage> WaypointStages() {
  static constexpr BakeStage kStages[] = {
      {"surfaces", TellOfWaypoints},
      {"links", TakeLinks},
      {"variants", PlanVariants},
      {"zones", BakeAllZones},
      {"skeleton", TakeSkeletons, WantsSkeleton},  // a graph is its own
  };
  return kStages;
}

}  // namespace waystone
