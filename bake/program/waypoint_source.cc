#include "bake/program/waypoint_source.h"

#include <utility>
#include <vector>

#include "bake/config/settings_use.h"
#include "bake/config/strategy.h"
#include "bake/import/source_file.h"
#include "bake/waypoint/waypoint_importer.h"
#include "bake/waypoint/waypoint_packer.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"
#include "core/store/section_visit.h"

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
  return absl::InvalidArgumentError(
      StrCat("the source is waypoints for one agent, and the settings have ", config.agents.size()));
}

}  // namespace

absl::Status AddWaypoints(const BakeJob& job, const WaypointGraph& graph, BakeLog& log,
                          MapSurfaces& surfaces) {
  WS_RETURN_IF_ERROR(CheckSettings(job.config));
  const AgentConfig agent = job.config.agents.empty() ? AgentConfig{} : job.config.agents[0];
  surfaces.surface = SurfaceKind::kWaypoint;
  surfaces.origin = OriginOf(graph);
  PolygonSoup ground = GroundOf(graph, surfaces.origin);
  ground.max_climb_m = static_cast<float>(agent.profile.max_climb_m);
  WS_RETURN_IF_ERROR(AddSurface(agent, ground, log, surfaces));
  WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surfaces.agents.back().navmesh));
  WS_ASSIGN_OR_RETURN(surfaces.waypoints, PackWaypoints(graph, mesh, surfaces.origin, log.report.threads));
  log.EndStage("waypoints", agent.profile.name, "links", surfaces.waypoints->data.arcs.size(),
               SectionBytes(surfaces.waypoints->data));
  return absl::OkStatus();
}

absl::StatusOr<MapSurfaces> SurfacesFromWaypoints(const BakeJob& job, BakeLog& log) {
  WS_ASSIGN_OR_RETURN(ImportedWaypoints source, ImportWaypoints(job.source_path, job.config.import));
  const auto in_source = [&](const absl::Status& status) {
    return absl::Status(status.code(), StrCat(PrintablePath(job.source_path), ": ", status.message()));
  };
  log.EndStage("import", "", "nodes", source.graph.nodes.size(), source.size_bytes);
  MapSurfaces surfaces;
  const absl::StatusOr<Strategy> strategy =
      ChooseStrategy({.shape = SourceShape::kNodes}, job.config.strategy);
  if (!strategy.ok()) return in_source(strategy.status());
  const absl::Status use = CheckSettingsUse(
      job.config, {SourceShape::kNodes, strategy->surface, job.source_path}, log.report.warnings);
  if (!use.ok()) return in_source(use);
  surfaces.strategy_reason = strategy->reason;
  surfaces.source_sha256 = std::move(source.sha256);
  surfaces.source_files = std::move(source.files);
  surfaces.areas = {AreaType{}};
  const absl::Status status = AddWaypoints(job, source.graph, log, surfaces);
  if (status.ok()) return surfaces;
  return in_source(status);
}

}  // namespace waystone
