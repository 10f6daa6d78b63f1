#include "bake/program/bake_job.h"

#include <filesystem>
#include <utility>
#include <vector>

#include "bake/import/source_file.h"
#include "bake/import/source_formats.h"
#include "bake/kinds/door_stage.h"
#include "bake/kinds/surface_kinds.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/package_reader.h"
#include "core/package/package_writer.h"
#include "core/store/map_encoder.h"

namespace waystone {
namespace {

std::string MapIdOf(const BakeJob& job) {
  return job.config.map_id.empty() ? SourceStem(job.source_path) : job.config.map_id;
}

// What can be refused before any work.
absl::Status CheckJob(const BakeJob& job) {
  WS_RETURN_IF_ERROR(CheckBakeConfig(job.config));
  WS_RETURN_IF_ERROR(CheckOutputFolder(job.output_folder));
  const absl::Status id = CheckMapId(MapIdOf(job));
  if (id.ok()) return id;
  return InvalidArgument(PrintablePath(job.source_path), ": map id: ", id.message(), " (see --map-id)");
}

absl::Status ReadSource(BakeRun& run) { return ReaderOf(ShapeOf(run.job.source_path))(run); }

MapManifest MakeManifest(const BakeRun& run) {
  const MapSurfaces& surfaces = run.surfaces;
  MapManifest manifest;
  manifest.map_id = MapIdOf(run.job);
  manifest.surface = surfaces.surface;
  manifest.strategy_reason = surfaces.strategy_reason;
  manifest.origin = surfaces.origin;
  manifest.areas = surfaces.areas;
  for (const PlannedVariant& planned : run.variants) manifest.variants.push_back(planned.variant);
  manifest.link_abilities = run.links.abilities;
  manifest.places = run.job.config.places;
  manifest.doors = run.doors;
  manifest.cost_profiles = run.cost_profiles;
  manifest.source_name = Printable(FileName(run.job.source_path));
  manifest.source_sha256 = surfaces.source.sha256;
  manifest.baker_version = BakerVersion();
  return manifest;
}

// The item of a list that is there for all variants or for none.
template <typename Data>
const Data* ItemOf(const std::vector<Data>& list, size_t variant) {
  return list.empty() ? nullptr : &list[variant];
}

absl::StatusOr<std::vector<std::byte>> Encode(const BakeRun& run) {
  const MapSurfaces& surfaces = run.surfaces;
  std::vector<VariantContent> contents;
  for (size_t i = 0; i < run.variants.size(); ++i) {
    VariantContent& content = contents.emplace_back();
    content.zones = &run.zones[i];
    content.hierarchy = ItemOf(run.hierarchies, i);
    if (const auto* const priced = ItemOf(run.priced_hierarchies, i)) {
      for (const auto& one : *priced) content.priced_hierarchies.push_back(one ? &*one : nullptr);
    }
    content.clusters = ItemOf(run.clusters, i);
    content.skeleton = ItemOf(run.skeletons, i);
    const size_t agent = run.variants[i].agent;
    if (!run.variants[i].owns_surface) continue;
    content.navmesh = &surfaces.agents[agent].navmesh;
    if (surfaces.grid.has_value()) content.grid = &*surfaces.grid;
    if (!run.scenes.empty()) content.scenes = &run.scenes[agent];
    if (!surfaces.volumes.empty()) content.volume = &surfaces.volumes[agent];
    if (surfaces.waypoints.has_value()) content.waypoints = &surfaces.waypoints->data;
    if (!run.gaps.empty() && !run.gaps[agent].gaps.empty()) content.gaps = &run.gaps[agent];
    if (!run.links.of_agent[agent].links.empty()) content.links = &run.links.of_agent[agent];
  }
  const bool has_collision = run.job.config.collision && run.collision.has_value();
  return EncodeMap(MakeManifest(run), contents, has_collision ? &*run.collision : nullptr);
}

absl::Status EncodePackage(BakeRun& run) {
  WS_ASSIGN_OR_RETURN(run.package, Encode(run));
  run.log.EndStage("", "variants", run.variants.size(), run.package.size());
  return absl::OkStatus();
}

absl::Status WritePackage(BakeRun& run) {
  const BakeJob& job = run.job;
  std::error_code error;
  std::filesystem::create_directories(job.output_folder, error);
  if (error) {
    return absl::UnavailableError(
        StrCat(PrintablePath(job.output_folder), ": cannot be made: ", error.message()));
  }
  const auto path = std::filesystem::path(job.output_folder) / PackageFileName(MapIdOf(job));
  run.log.report.package_path = path.string();
  const auto write = job.is_one_of_many ? WriteOneOfManyPackages : WritePackageFile;
  const absl::Status written = write(run.log.report.package_path, run.package);
  if (!written.ok()) return absl::UnavailableError(written.message());
  WS_ASSIGN_OR_RETURN(const auto package, PackageReader::OpenFile(run.log.report.package_path));
  run.log.report.generation = package->Generation();
  run.log.report.package_bytes = run.package.size();
  run.log.EndStage("", "files", 1, run.package.size());
  return absl::OkStatus();
}

bool IsRefused(const BakeRun& run) { return run.job.strict && !run.log.report.warnings.empty(); }

absl::Status RefuseWarnings(BakeRun& run) {
  return run.InSource(absl::FailedPreconditionError(
      StrCat(run.log.report.warnings.size(), " warnings and --strict: nothing written")));
}

constexpr BakeStage kFirstStages[] = {{"import", ReadSource}, {"doors", InSource<NameDoors>}};
constexpr BakeStage kLastStages[] = {
    {"strict", RefuseWarnings, IsRefused}, {"encode", EncodePackage}, {"write", WritePackage}};

absl::Status Bake(BakeRun& run) {
  WS_RETURN_IF_ERROR(CheckJob(run.job));
  WS_RETURN_IF_ERROR(RunStages(kFirstStages, run));
  WS_RETURN_IF_ERROR(RunStages(RowOf(run.surfaces.surface).stages, run));
  return RunStages(kLastStages, run);
}

}  // namespace

absl::Status CheckOutputFolder(const std::string& folder) {
  std::error_code error;
  const auto kind = std::filesystem::status(folder, error).type();
  if (kind == std::filesystem::file_type::not_found || kind == std::filesystem::file_type::directory) {
    return absl::OkStatus();
  }
  return InvalidArgument(PrintablePath(folder), ": the output is not a folder");
}

// WAYSTONE_VERSION comes from the build.
std::string_view BakerVersion() { return "waystone-bake " WAYSTONE_VERSION; }

BakeEnd RunBake(const BakeJob& job) {
  BakeRun run(job);
  run.log.report.baker_version = BakerVersion();
  run.log.report.map_id = MapIdOf(job);
  const absl::Status status = Bake(run);
  run.log.EndBake();
  return {status, std::move(run.log.report)};
}

}  // namespace waystone
