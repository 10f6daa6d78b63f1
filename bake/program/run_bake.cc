#include "bake/program/run_bake.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "bake/collision/collision_builder.h"
#include "bake/config/strategy.h"
#include "bake/import/grid_importer.h"
#include "bake/import/navmesh_importer.h"
#include "bake/import/source_file.h"
#include "bake/program/bake_log.h"
#include "bake/program/cluster_stage.h"
#include "bake/program/grid_source.h"
#include "bake/program/hierarchy_stage.h"
#include "bake/program/link_stage.h"
#include "bake/program/map_surfaces.h"
#include "bake/program/mesh_doubts.h"
#include "bake/program/mesh_source.h"
#include "bake/program/navmesh_source.h"
#include "bake/program/place_doubts.h"
#include "bake/program/skeleton_stage.h"
#include "bake/program/variants.h"
#include "bake/program/waypoint_source.h"
#include "bake/program/zone_stage.h"
#include "bake/waypoint/waypoint_importer.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"
#include "core/store/section_visit.h"

namespace waystone {
namespace {

std::string MapIdOf(const BakeJob& job) {
  return job.config.map_id.empty() ? SourceStem(job.source_path) : job.config.map_id;
}

std::string SourceNameOf(const BakeJob& job) {
  return std::filesystem::path(job.source_path).filename().string();
}

absl::Status CheckOutput(const std::string& folder) {
  std::error_code error;
  const auto kind = std::filesystem::status(folder, error).type();
  if (kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::directory) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(StrCat(PrintablePath(folder), ": the output is not a folder"));
}

absl::StatusOr<MapSurfaces> SurfacesOf(const BakeJob& job, BakeLog& log) {
  if (IsGridSource(job.source_path)) return SurfacesFromGrid(job, log);
  if (IsWaypointSource(job.source_path)) return SurfacesFromWaypoints(job, log);
  return IsNavmeshSource(job.source_path) ? SurfacesFromNavmesh(job, log) : SurfacesFromMesh(job, log);
}

// What can be refused before any work.
absl::Status CheckJob(const BakeJob& job) {
  WS_RETURN_IF_ERROR(CheckBakeConfig(job.config));
  WS_RETURN_IF_ERROR(CheckOutput(job.output_folder));
  const absl::Status id = CheckMapId(MapIdOf(job));
  if (id.ok()) return id;
  return absl::InvalidArgumentError(
      StrCat(PrintablePath(job.source_path), ": map id: ", id.message(), " (see --map-id)"));
}

struct BakedMap {
  MapSurfaces surfaces;
  std::optional<CollisionData> collision;
  BakedLinks links;
  std::vector<PlannedVariant> variants;
  std::vector<ZoneData> zones;             // one per variant
  std::vector<HierarchyData> hierarchies;  // likewise, or empty
  std::vector<ClusterData> clusters;       // likewise, or empty
  std::vector<SkeletonData> skeletons;     // likewise, or empty

  const CollisionData* Collision() const { return collision.has_value() ? &*collision : nullptr; }
};

MapManifest MakeManifest(const BakeJob& job, const BakedMap& map) {
  const MapSurfaces& surfaces = map.surfaces;
  MapManifest manifest;
  manifest.map_id = MapIdOf(job);
  manifest.surface = surfaces.surface;
  manifest.strategy_reason = surfaces.strategy_reason;
  manifest.origin = surfaces.origin;
  manifest.areas = surfaces.areas;
  for (const PlannedVariant& planned : map.variants) manifest.variants.push_back(planned.variant);
  manifest.link_abilities = map.links.abilities;
  manifest.places = job.config.places;
  manifest.source_name = Printable(SourceNameOf(job));
  manifest.source_sha256 = surfaces.source_sha256;
  manifest.baker_version = BakerVersion();
  return manifest;
}

absl::Status Write(const BakeJob& job, const std::vector<std::byte>& bytes, BakeLog& log) {
  std::error_code error;
  std::filesystem::create_directories(job.output_folder, error);
  if (error) {
    return absl::UnavailableError(
        StrCat(PrintablePath(job.output_folder), ": cannot be made: ", error.message()));
  }
  const auto path = std::filesystem::path(job.output_folder) / PackageFileName(MapIdOf(job));
  log.report.package_path = path.string();
  const absl::Status written = WritePackageFile(log.report.package_path, bytes);
  if (!written.ok()) return absl::UnavailableError(written.message());
  log.report.package_bytes = bytes.size();
  log.EndStage("write", "", "files", 1, bytes.size());
  return absl::OkStatus();
}

absl::StatusOr<std::vector<std::byte>> Encode(const BakeJob& job, const BakedMap& map, BakeLog& log) {
  std::vector<VariantContent> contents;
  for (size_t i = 0; i < map.variants.size(); ++i) {
    const auto baked = [i](const auto& all) { return all.empty() ? nullptr : &all[i]; };
    VariantContent& content = contents.emplace_back();
    content.zones = baked(map.zones);
    content.hierarchy = baked(map.hierarchies);
    content.clusters = baked(map.clusters);
    content.skeleton = baked(map.skeletons);
    const size_t agent = map.variants[i].agent;
    if (!map.variants[i].owns_surface) continue;
    content.navmesh = &map.surfaces.agents[agent].navmesh;
    if (map.surfaces.grid.has_value()) content.grid = &*map.surfaces.grid;
    if (map.surfaces.waypoints.has_value()) content.waypoints = &map.surfaces.waypoints->data;
    if (!map.links.of_agent[agent].links.empty()) content.links = &map.links.of_agent[agent];
  }
  const CollisionData* collision = job.config.collision ? map.Collision() : nullptr;
  WS_ASSIGN_OR_RETURN(std::vector<std::byte> bytes, EncodeMap(MakeManifest(job, map), contents, collision));
  log.EndStage("encode", "", "variants", contents.size(), bytes.size());
  return bytes;
}

absl::StatusOr<std::optional<CollisionData>> PackSolid(const BakeJob& job, const MapSurfaces& surfaces,
                                                       BakeLog& log) {
  const bool is_needed =
      job.config.collision || std::any_of(surfaces.agents.begin(), surfaces.agents.end(),
                                          [](const AgentSurface& agent) { return agent.agent.links.any(); });
  if (!is_needed || !surfaces.solid.has_value()) return std::nullopt;
  WS_ASSIGN_OR_RETURN(CollisionData data,
                      BuildCollision(surfaces.solid->vertices, surfaces.solid->triangles));
  log.EndStage("collision", "", "triangles", data.triangles.size(), SectionBytes(data));
  return data;
}

// Of settings that are probably not what was meant, whatever the source.
absl::Status WarnOfSettings(const BakeJob& job, const MapSurfaces& surfaces, BakeLog& log) {
  StandingGround ground;
  ground.is_grid = surfaces.grid.has_value();
  ground.origin = surfaces.origin;
  if (surfaces.waypoints.has_value()) ground.waypoints = &surfaces.waypoints->data;
  for (const AgentSurface& surface : surfaces.agents) {
    ground.meshes.push_back(&surface.navmesh);
    const AgentProfile& agent = surface.agent.profile;
    if (const std::optional<std::string> doubt = DoubtOfClimb(agent)) log.WarnOf(agent.name, {*doubt});
  }
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> doubts, DoubtsOfPlaces(job.config.places, ground));
  log.report.warnings.insert(log.report.warnings.end(), doubts.begin(), doubts.end());
  return absl::OkStatus();
}

absl::Status Bake(const BakeJob& job, BakeLog& log) {
  WS_RETURN_IF_ERROR(CheckJob(job));
  BakedMap map;
  WS_ASSIGN_OR_RETURN(map.surfaces, SurfacesOf(job, log));
  WS_RETURN_IF_ERROR(WarnOfSettings(job, map.surfaces, log));
  log.report.source_name = SourceNameOf(job);
  log.report.source_sha256 = map.surfaces.source_sha256;
  log.report.source_files = map.surfaces.source_files;
  log.report.strategy = StrategyName(map.surfaces.surface);
  log.report.strategy_reason = map.surfaces.strategy_reason;
  WS_ASSIGN_OR_RETURN(map.collision, PackSolid(job, map.surfaces, log));
  WS_ASSIGN_OR_RETURN(map.links, BakeLinks(job, map.surfaces, map.Collision(), log));
  map.variants = PlanVariants(map.surfaces, map.links.abilities, log.report.warnings);
  WS_ASSIGN_OR_RETURN(map.zones, BakeAllZones(map.surfaces, map.links, map.variants, job.config.zones, log));
  const bool has_grid = map.surfaces.grid.has_value();  // whose cells are searched, not its polygons
  if (!has_grid) {
    WS_ASSIGN_OR_RETURN(map.hierarchies, BakeHierarchies(job, map.surfaces, map.links, map.variants, log));
    WS_ASSIGN_OR_RETURN(map.clusters, BakeClusters(job, map.surfaces, map.links, map.variants, log));
  }
  WS_ASSIGN_OR_RETURN(map.skeletons,
                      BakeSkeletons(job, map.surfaces, map.links, map.variants, map.zones, log));
  if (job.strict && !log.report.warnings.empty()) {
    return absl::FailedPreconditionError(StrCat(PrintablePath(job.source_path), ": ",
                                                log.report.warnings.size(),
                                                " warnings and --strict: nothing written"));
  }
  WS_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, Encode(job, map, log));
  return Write(job, bytes, log);
}

}  // namespace

// WAYSTONE_VERSION comes from the build.
std::string_view BakerVersion() { return "waystone-bake " WAYSTONE_VERSION; }

BakeEnd RunBake(const BakeJob& job) {
  BakeLog log;
  log.report.baker_version = BakerVersion();
  log.report.map_id = MapIdOf(job);
  log.report.threads = job.thread_count > 0
                           ? job.thread_count
                           : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const absl::Status status = Bake(job, log);
  log.EndBake();
  return {status, std::move(log.report)};
}

}  // namespace waystone
