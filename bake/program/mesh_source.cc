#include "bake/program/mesh_source.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/config/settings_use.h"
#include "bake/config/strategy.h"
#include "bake/import/importer.h"
#include "bake/import/source_check.h"
#include "bake/import/source_file.h"
#include "bake/program/mesh_doubts.h"
#include "bake/recast/navmesh_baker.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

struct ClassifiedMap {
  const SourceMap& map;
  std::vector<TriangleClass> classes;
  Aabb bounds;
};

// The middle of the map, at a whole metre, so that small changes at the rim do not move every stored number.
Vec3 OriginFor(const Aabb& bounds) {
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  return {std::round(middle.x), std::round(middle.y), std::round(middle.z)};
}

std::vector<AreaType> AreasOf(const SurfaceTable& table) {
  std::vector<AreaType> areas;
  for (const AreaRule& area : table.areas) areas.push_back(area.type);
  const auto is_plain = [](const AreaType& area) { return area.index == 1; };
  if (std::none_of(areas.begin(), areas.end(), is_plain)) areas.push_back(AreaType{});
  std::sort(areas.begin(), areas.end(),
            [](const AreaType& a, const AreaType& b) { return a.index < b.index; });
  return areas;
}

absl::StatusOr<ClassifiedMap> Classify(const SourceMap& map, const BakeConfig& config, BakeLog& log) {
  std::vector<UnknownName> unknown;
  ClassifiedMap out{map, ClassifyTriangles(map, config.surfaces, unknown), {}};
  log.TellOf(unknown, config.shared_names);
  WS_RETURN_IF_ERROR(CheckSource(map, out.classes, log.report.warnings));
  out.bounds = SolidBounds(map, out.classes);
  log.report.solid_triangles =
      static_cast<uint64_t>(std::count_if(out.classes.begin(), out.classes.end(), IsSolid));
  log.EndStage("classify", "", "solid_triangles", log.report.solid_triangles, out.classes.size());
  return out;
}

// The solid triangles and the corners they use.
SolidTriangles SolidOf(const ClassifiedMap& source, const Vec3& origin) {
  SolidTriangles solid;
  constexpr uint32_t kUnused = 0xffffffffU;
  std::vector<uint32_t> place(source.map.vertices.size(), kUnused);
  for (size_t t = 0; t < source.map.triangles.size(); ++t) {
    if (!IsSolid(source.classes[t])) continue;
    CollisionTriangle& triangle = solid.triangles.emplace_back();
    for (size_t k = 0; k < 3; ++k) {
      const uint32_t vertex = source.map.triangles[t][k];
      if (place[vertex] == kUnused) {
        place[vertex] = static_cast<uint32_t>(solid.vertices.size());
        solid.vertices.push_back((source.map.vertices[vertex] - origin).ToFloat());
      }
      triangle.vertex[k] = place[vertex];
    }
  }
  return solid;
}

// Their areas by index; CheckBakeConfig has found every name.
std::vector<IndexedVolume> VolumesOf(const BakeConfig& config) {
  std::vector<IndexedVolume> volumes;
  for (const AreaVolume& volume : config.volumes) {
    uint8_t index = volume.area == kNotWalkableArea ? 0 : 1;
    for (const AreaRule& rule : config.surfaces.areas) {
      if (rule.type.name == volume.area) index = rule.type.index;
    }
    volumes.push_back({&volume, index});
  }
  return volumes;
}

absl::Status BakeAgent(const AgentConfig& agent, const BakeJob& job, const ClassifiedMap& source,
                       BakeLog& log, MapSurfaces& surfaces) {
  const AgentProfile& profile = agent.profile;
  WS_ASSIGN_OR_RETURN(const VoxelSettings settings, MakeVoxelSettings(profile, job.config.voxels));
  const std::vector<IndexedVolume> volumes = VolumesOf(job.config);
  const BakeInput input{source.map, source.classes, source.bounds, surfaces.origin, volumes};
  const auto progress = [&](uint64_t done, uint64_t total) {
    if (job.progress) job.progress("tile", done, total);
  };
  WS_ASSIGN_OR_RETURN(const BakeOutcome baked,
                      BakePolygons(input, settings, profile.max_climb_m, log.report.threads, progress));
  log.WarnOf(profile.name, baked.warnings);
  log.EndStage("polygons", profile.name, "polygons", baked.soup.polygons.size(),
               baked.soup.polygons.size() * sizeof(SoupPolygon) + baked.soup.vertices.size() * sizeof(Vec3f));
  WS_RETURN_IF_ERROR(AddSurface(agent, baked.soup, log, surfaces));
  AgentReport& report = log.report.agents.back();
  report.cell_size_m = settings.cell_size_m;
  report.cell_height_m = settings.cell_height_m;
  report.tile_size_m = settings.tile_size_m();
  report.tiles = baked.tile_count;
  report.tile_triangles = baked.tile_triangles;
  report.voxel_spans = baked.span_count;
  report.dropped_polygons = baked.dropped_polygon_count;
  if (baked.soup.polygons.empty()) return absl::OkStatus();
  if (const auto doubt = DoubtOfLoss(baked.ground, settings.cell_size_m, report.area_m2, profile)) {
    log.WarnOf(profile.name, {*doubt});
  }
  return absl::OkStatus();
}

absl::Status CheckSomewhereToStand(const MapSurfaces& surfaces, BakeLog& log) {
  const auto is_empty = [](const AgentSurface& agent) { return agent.navmesh.polys.empty(); };
  if (std::all_of(surfaces.agents.begin(), surfaces.agents.end(), is_empty)) {
    return absl::InvalidArgumentError(
        "no agent can stand anywhere: check --up-axis, --scale, the agents' measures and that floors are "
        "wound counter-clockwise seen from above");
  }
  for (const AgentSurface& agent : surfaces.agents) {
    if (!is_empty(agent)) continue;
    log.report.warnings.push_back(
        StrCat("agent '", Printable(agent.agent.profile.name), "' can stand nowhere"));
  }
  return absl::OkStatus();
}

absl::Status BakeAgents(const std::vector<AgentConfig>& agents, const BakeJob& job,
                        const ClassifiedMap& source, BakeLog& log, MapSurfaces& surfaces) {
  for (const AgentConfig& agent : agents) {
    WS_RETURN_IF_ERROR(BakeAgent(agent, job, source, log, surfaces));
  }
  return CheckSomewhereToStand(surfaces, log);
}

absl::Status CutSurfaces(const BakeJob& job, const SourceMap& map, BakeLog& log, MapSurfaces& surfaces) {
  const BakeConfig& config = job.config;
  WS_ASSIGN_OR_RETURN(const ClassifiedMap source, Classify(map, config, log));
  surfaces.origin = OriginFor(source.bounds);
  const std::vector<AgentConfig> agents = config.agents.empty() ? std::vector<AgentConfig>(1) : config.agents;
  double least_height_m = agents[0].profile.height_m;
  for (const AgentConfig& agent : agents) least_height_m = std::min(least_height_m, agent.profile.height_m);
  const std::optional<std::string> doubt = DoubtOfUnits(map, source.classes, source.bounds, least_height_m);
  if (doubt.has_value()) log.report.warnings.push_back(*doubt);
  const absl::Status status = BakeAgents(agents, job, source, log, surfaces);
  surfaces.solid = SolidOf(source, surfaces.origin);
  if (status.ok() || !doubt.has_value()) return status;
  return absl::Status(status.code(), StrCat(status.message(), "; ", *doubt));
}

}  // namespace

absl::StatusOr<MapSurfaces> SurfacesFromMesh(const BakeJob& job, BakeLog& log) {
  const absl::StatusOr<Strategy> strategy = ChooseStrategy({SourceShape::kMesh}, job.config.strategy);
  const absl::Status use =
      strategy.ok() ? CheckSettingsUse(job.config, {SourceShape::kMesh, strategy->surface, job.source_path},
                                       log.report.warnings)
                    : strategy.status();
  if (!use.ok()) {
    return absl::InvalidArgumentError(StrCat(PrintablePath(job.source_path), ": ", use.message()));
  }
  WS_ASSIGN_OR_RETURN(ImportedSource source,
                      ImportSource(job.source_path, job.config.import, log.report.warnings));
  log.report.source_triangles = source.map.triangles.size();
  log.EndStage("import", "", "triangles", log.report.source_triangles, source.size_bytes);
  MapSurfaces surfaces;
  surfaces.strategy_reason = strategy->reason;
  surfaces.source_sha256 = std::move(source.sha256);
  surfaces.source_files = std::move(source.files);
  surfaces.areas = AreasOf(job.config.surfaces);
  const absl::Status status = CutSurfaces(job, source.map, log, surfaces);
  if (!status.ok()) {
    return absl::Status(status.code(), StrCat(PrintablePath(job.source_path), ": ", status.message()));
  }
  return surfaces;
}

}  // namespace waystone
