#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bake/import/navmesh_importer.h"
#include "bake/kinds/navmesh/navmesh_kind.h"
#include "bake/stages/shared_stages.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"

namespace waystone {
namespace {

// The settings' areas and those of the source, by index.
std::vector<AreaType> AreasOf(const SurfaceTable& table, std::vector<AreaType> areas) {
  for (const AreaRule& rule : table.areas) {
    const auto has_index = [&](const AreaType& area) { return area.index == rule.type.index; };
    if (std::ranges::none_of(areas, has_index)) areas.push_back(rule.type);
  }
  std::ranges::sort(areas, {}, &AreaType::index);
  return areas;
}

absl::Status CheckSettings(const BakeRun& run) {
  const BakeConfig& config = run.job.config;
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError(
        "the source is polygons: volumes only change ground that is cut from triangles; give the polygons "
        "their areas");
  }
  if (config.agents.size() <= 1) return absl::OkStatus();
  return InvalidArgument("the source is polygons made for one agent, and the settings have ",
                         config.agents.size());
}

absl::Status TakeNavmesh(NavmeshImport& navmesh, const AgentConfig& agent, BakeRun& run) {
  if (navmesh.soup.polygons.empty()) return absl::InvalidArgumentError("there is no polygon to walk on");
  run.surfaces.origin = navmesh.origin;
  run.surfaces.areas = AreasOf(run.job.config.surfaces, std::move(navmesh.areas));
  run.surfaces.links = std::move(navmesh.links);
  return AddSurface(agent, navmesh.soup, run);
}

}  // namespace

absl::Status ReadPolygons(BakeRun& run) {
  const BakeConfig& config = run.job.config;
  WS_RETURN_IF_ERROR(run.InSource(TakeStrategy({SourceShape::kPolygons}, run, CheckSettings)));
  std::optional<AgentProfile> profile;
  if (!config.agents.empty()) profile = config.agents[0].profile;
  WS_ASSIGN_OR_RETURN(ImportedNavmesh source,
                      ImportNavmesh(run.job.source_path, config.import, profile, config.surfaces.areas));
  NavmeshImport& navmesh = source.navmesh;
  std::vector<std::string>& warnings = run.log.report.warnings;
  warnings.insert(warnings.end(), navmesh.warnings.begin(), navmesh.warnings.end());
  AgentConfig agent = run.OneAgent();
  agent.profile = navmesh.agent;
  WS_RETURN_IF_ERROR(run.InSource(CheckAgentProfile(agent.profile)));
  run.log.EndStage("", "polygons", navmesh.soup.polygons.size(), source.size_bytes);
  run.surfaces.source = source;
  return run.InSource(TakeNavmesh(navmesh, agent, run));
}

}  // namespace waystone
