#include "bake/program/navmesh_source.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "bake/config/settings_use.h"
#include "bake/config/strategy.h"
#include "bake/import/navmesh_importer.h"
#include "bake/import/source_file.h"
#include "bake/recast/voxel_settings.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

// The settings' areas and those of the source, by index.
std::vector<AreaType> AreasOf(const SurfaceTable& table, std::vector<AreaType> areas) {
  for (const AreaRule& rule : table.areas) {
    const auto has_index = [&](const AreaType& area) { return area.index == rule.type.index; };
    if (std::none_of(areas.begin(), areas.end(), has_index)) areas.push_back(rule.type);
  }
  std::sort(areas.begin(), areas.end(),
            [](const AreaType& a, const AreaType& b) { return a.index < b.index; });
  return areas;
}

absl::Status CheckSettings(const BakeConfig& config) {
  if (!config.volumes.empty()) {
    return absl::InvalidArgumentError(
        "the source is polygons: volumes only change ground that is cut from triangles; give the polygons "
        "their areas");
  }
  if (config.agents.size() <= 1) return absl::OkStatus();
  return absl::InvalidArgumentError(
      StrCat("the source is polygons made for one agent, and the settings have ", config.agents.size()));
}

}  // namespace

absl::StatusOr<MapSurfaces> SurfacesFromNavmesh(const BakeJob& job, BakeLog& log) {
  const auto in_source = [&](const absl::Status& status) {
    return absl::Status(status.code(), StrCat(PrintablePath(job.source_path), ": ", status.message()));
  };
  const BakeConfig& config = job.config;
  const absl::StatusOr<Strategy> strategy = ChooseStrategy({SourceShape::kPolygons}, config.strategy);
  if (!strategy.ok()) return in_source(strategy.status());
  absl::Status settings = CheckSettings(config);
  if (settings.ok()) {
    settings = CheckSettingsUse(config, {SourceShape::kPolygons, strategy->surface, job.source_path},
                                log.report.warnings);
  }
  if (!settings.ok()) return in_source(settings);
  std::optional<AgentProfile> profile;
  if (!config.agents.empty()) profile = config.agents[0].profile;
  WS_ASSIGN_OR_RETURN(ImportedNavmesh source,
                      ImportNavmesh(job.source_path, config.import, profile, config.surfaces.areas));
  log.report.warnings.insert(log.report.warnings.end(), source.navmesh.warnings.begin(),
                             source.navmesh.warnings.end());
  AgentConfig agent = config.agents.empty() ? AgentConfig{} : config.agents[0];
  agent.profile = source.navmesh.agent;
  if (const absl::Status status = CheckAgentProfile(agent.profile); !status.ok()) return in_source(status);
  const PolygonSoup& soup = source.navmesh.soup;
  log.EndStage("import", "", "polygons", soup.polygons.size(), source.size_bytes);
  MapSurfaces surfaces;
  surfaces.strategy_reason = strategy->reason;
  surfaces.source_sha256 = std::move(source.sha256);
  surfaces.source_files = std::move(source.files);
  surfaces.origin = source.navmesh.origin;
  surfaces.areas = AreasOf(config.surfaces, std::move(source.navmesh.areas));
  surfaces.links = std::move(source.navmesh.links);
  if (soup.polygons.empty()) return in_source(absl::InvalidArgumentError("there is no polygon to walk on"));
  if (const absl::Status status = AddSurface(agent, soup, log, surfaces); !status.ok()) {
    return in_source(status);
  }
  return surfaces;
}

}  // namespace waystone
