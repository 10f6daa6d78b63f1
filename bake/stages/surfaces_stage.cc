#include <cmath>
#include <utility>

#include "bake/config/settings_use.h"
#include "bake/config/strategy.h"
#include "bake/import/source_file.h"
#include "bake/navmesh/navmesh_builder.h"
#include "bake/stages/shared_stages.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {
namespace {

void WarnOfClimb(const AgentProfile& agent, BakeLog& log) {
  if (agent.max_climb_m < agent.height_m) return;
  log.WarnOf(
      agent.name,
      {StrCat(
          "max_climb_m ", agent.max_climb_m, " is not less than height_m ", agent.height_m,
          ": the agent steps over whatever is as high as itself, and no move of it meets anything solid")});
}

double Hundredths(double value) { return std::round(value * 100) / 100; }

std::string Doubt(const std::string& name, const SnapResult& nearest, const Vec3& origin) {
  const std::string what = StrCat("place ", Quoted(name), " is off the surface: ");
  if (!nearest.nearest.has_value()) return StrCat(what, "nothing walkable is within ", kSnapReport_m, " m");
  const Vec3 at = nearest.nearest->point + origin;
  return StrCat(what, "the nearest walkable point, (", Hundredths(at.x), ", ", Hundredths(at.y), ", ",
                Hundredths(at.z), "), is ", Hundredths(nearest.distance_m), " m away");
}

void TellOfSource(BakeRun& run) {
  const MapSurfaces& surfaces = run.surfaces;
  BakeReport& report = run.log.report;
  report.source_name = FileName(run.job.source_path);
  report.source_sha256 = surfaces.source.sha256;
  report.source_files = surfaces.source.files;
  report.strategy = StrategyName(surfaces.surface);
  report.strategy_reason = surfaces.strategy_reason;
}

}  // namespace

absl::Status TakeStrategy(const MapTraits& traits, BakeRun& run, absl::Status (*check)(const BakeRun&)) {
  const BakeConfig& config = run.job.config;
  WS_ASSIGN_OR_RETURN(Strategy strategy, ChooseStrategy(traits, config.strategy));
  run.surfaces.surface = strategy.surface;
  run.surfaces.strategy_reason = std::move(strategy.reason);
  if (check != nullptr) WS_RETURN_IF_ERROR(check(run));
  return CheckSettingsUse(config, {traits.shape, strategy.surface, run.job.source_path},
                          run.log.report.warnings);
}

absl::Status AddSurface(const AgentConfig& agent, const PolygonSoup& soup, BakeRun& run) {
  run.log.Begin("navmesh");
  WS_ASSIGN_OR_RETURN(NavmeshData navmesh, BuildNavmesh(soup));
  run.log.EndStage(agent.profile.name, "edges", navmesh.edges.size(),
                   sizeof(navmesh.header) + BytesIn(navmesh.vertices, navmesh.edges, navmesh.polys,
                                                    navmesh.detail_vertices, navmesh.detail_triangles,
                                                    navmesh.tree_boxes, navmesh.area_prefix_m2));
  AgentReport& report = run.log.report.agents.emplace_back();
  report.name = agent.profile.name;
  report.polygons = navmesh.polys.size();
  report.vertices = navmesh.vertices.size();
  report.area_m2 = navmesh.area_prefix_m2.empty() ? 0 : navmesh.area_prefix_m2.back();
  run.surfaces.agents.push_back({agent, std::move(navmesh)});
  return absl::OkStatus();
}

absl::Status TellOfSurfaces(BakeRun& run, const PlaceSnapper& snap, bool has_ground) {
  std::vector<NavmeshView> meshes;
  for (const AgentSurface& surface : run.surfaces.agents) {
    if (has_ground) WarnOfClimb(surface.agent.profile, run.log);
    WS_ASSIGN_OR_RETURN(const NavmeshView mesh, NavmeshView::Create(surface.navmesh));
    meshes.push_back(mesh);
  }
  const Vec3& origin = run.surfaces.origin;
  for (const auto& [name, point] : run.job.config.places) {
    SnapResult nearest;
    for (const NavmeshView& mesh : meshes) {
      const SnapResult snapped = snap(mesh, point - origin);
      const bool is_nearer = snapped.nearest && (!nearest.nearest || snapped.distance_m < nearest.distance_m);
      if (snapped.place || (is_nearer && !nearest.place)) nearest = snapped;
    }
    if (!nearest.place) run.log.report.warnings.push_back(Doubt(name, nearest, origin));
  }
  TellOfSource(run);
  return absl::OkStatus();
}

}  // namespace waystone
