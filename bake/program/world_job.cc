#include "bake/program/world_job.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "bake/import/source_file.h"
#include "bake/program/baked_maps.h"
#include "bake/program/staged_packages.h"
#include "bake/program/world_record.h"
#include "bake/program/world_settings.h"
#include "bake/report/stage_clock.h"
#include "bake/world/world_builder.h"
#include "bake/world/world_manifest.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/package/temp_file.h"
#include "core/store/loaded_world.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

// What an interrupt may cost of the work done, over all threads; and how much longer that is than writing the record.
constexpr std::chrono::seconds kRecordInterval{2};
constexpr int kRecordShare = 20;

class WorldBaker {
 public:
  explicit WorldBaker(const WorldBakeJob& job) : job_(job) {
    report_.baker_version = BakerVersion();
    report_.threads = job.thread_count > 0
                          ? job.thread_count
                          : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }

  WorldBakeEnd Run() {
    StageClock clock;
    absl::Status status = Bake();
    report_.wall_s = clock.Lap().wall_s;
    report_.peak_memory_bytes = PeakMemoryBytes();
    return {std::move(status), std::move(report_)};
  }

 private:
  absl::Status Bake() {
    WS_ASSIGN_OR_RETURN(world_, ReadWorldManifestFile(job_.manifest_path));
    report_.world = world_.name;
    WS_ASSIGN_OR_RETURN(settings_, ReadMapSettings(world_, job_.manifest_path));
    if (job_.shard.has_value()) {
      report_.shard = NameOf(*job_.shard);
      TakeShare();
    }
    WS_RETURN_IF_ERROR(OpenFolder());
    WS_ASSIGN_OR_RETURN(StagedPackages staged,
                        job_.shard.has_value() ? StagedPackages::OpenShard(job_.output_folder, *job_.shard)
                                               : StagedPackages::Open(job_.output_folder));
    staged_ = &staged;
    record_folder_ = job_.shard.has_value() ? staged.folder() : job_.output_folder;
    for (const WorldMapSource& map : world_.maps) report_.maps.emplace_back().map_id = map.map_id;
    const std::vector<size_t> changed = ListChanged();
    if (job_.join && !changed.empty()) return RefuseChanged(changed);
    WS_RETURN_IF_ERROR(BakeMaps(changed));
    return job_.shard.has_value() ? EndShard() : EndWorld();
  }

  absl::Status EndShard() const {
    const uint64_t failed = report_.CountOf(MapOutcome::kFailed);
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(failed, " of the ", world_.maps.size(), " maps of shard ",
                                                NameOf(*job_.shard), " could not be baked"));
  }

  absl::Status EndWorld() {
    const uint64_t failed = report_.CountOf(MapOutcome::kFailed);
    if (failed == world_.maps.size()) return absl::FailedPreconditionError("no map could be baked");
    WS_RETURN_IF_ERROR(CheckStrict(failed));
    WS_RETURN_IF_ERROR(TakeFromShards());
    WS_RETURN_IF_ERROR(Join());
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(failed, " of ", world_.maps.size(),
                                                " maps could not be baked; the world was written without"));
  }

  // [bytes] By map; 0 if there is no such file, of which the bake of the map will tell.
  std::vector<uint64_t> SourceSizes() const {
    std::vector<uint64_t> bytes(world_.maps.size());
    ParallelFor(world_.maps.size(), report_.threads, [&](size_t i) {
      std::error_code error;
      bytes[i] = fs::file_size(world_.maps[i].source_path, error);
      if (error) bytes[i] = 0;
    });
    return bytes;
  }

  // Leaves the maps of the shard. What is joined, portals and places, is left to whoever joins.
  void TakeShare() {
    std::vector<WorldMapSource> maps;
    std::vector<MapSettings> settings;
    for (const size_t map : MapsOfShard(SourceSizes(), *job_.shard)) {
      maps.push_back(std::move(world_.maps[map]));
      settings.push_back(std::move(settings_[map]));
    }
    world_.maps = std::move(maps);
    settings_ = std::move(settings);
  }

  absl::Status OpenFolder() const {
    WS_RETURN_IF_ERROR(CheckOutputFolder(job_.output_folder));
    std::error_code error;
    fs::create_directories(job_.output_folder, error);
    if (!error) return absl::OkStatus();
    return absl::UnavailableError(
        StrCat(PrintablePath(job_.output_folder), ": cannot be made: ", error.message()));
  }

  std::string PathOf(std::string_view file) const { return (fs::path(job_.output_folder) / file).string(); }

  // The maps to bake, the largest sources first, so that none of them is left for the end.
  std::vector<size_t> ListChanged() {
    const BakedMaps known = BakedMaps::Read(job_.output_folder, report_.warnings);
    const std::vector<uint64_t> bytes = SourceSizes();
    std::vector<absl::StatusOr<BakedMaps::Found>> found(world_.maps.size());
    ParallelFor(world_.maps.size(), report_.threads,
                [&](size_t i) { found[i] = FindBaked(known, i, report_.maps[i]); });
    packages_.resize(world_.maps.size());
    std::vector<size_t> changed;
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      const std::string& map_id = world_.maps[i].map_id;
      packages_[i] = (fs::path(staged_->folder()) / PackageFileName(map_id)).string();
      if (found[i].ok()) {
        const bool is_recorded_here = !job_.shard.has_value() || found[i]->path == packages_[i];
        packages_[i] = std::move(found[i]->path);
        // Of a map that was baked by itself stays what was known: the next bake of the world bakes it again.
        if (is_recorded_here && !found[i]->bake.settings.empty()) record_[map_id] = std::move(found[i]->bake);
      } else {
        if (job_.join) report_.maps[i].error = std::string(found[i].status().message());
        changed.push_back(i);
      }
      // What was baked from other sources is known until the map is baked again.
      const MapBake* const before = job_.shard.has_value() ? nullptr : known.InRecord(map_id);
      if (before != nullptr) record_.try_emplace(map_id, *before);
    }
    std::ranges::stable_sort(changed, [&](size_t a, size_t b) { return bytes[a] > bytes[b]; });
    return changed;
  }

  // The map's package, if it need not be baked; else why.
  absl::StatusOr<BakedMaps::Found> FindBaked(const BakedMaps& known, size_t map,
                                             WorldMapReport& report) const {
    absl::StatusOr<BakedMaps::Found> found = known.Find(world_.maps[map], settings_[map]);
    if (!found.ok() && job_.join) {
      absl::StatusOr<BakedMaps::Found> alone = known.FindBakedByItself(world_.maps[map]);
      if (alone.ok() || !absl::IsNotFound(alone.status())) found = std::move(alone);
      if (found.ok()) {
        found->bake.warnings.push_back(
            "its package was baked outside of the world, and may have other settings than the world's");
      }
    }
    if (!found.ok()) return found;
    report.outcome = MapOutcome::kUnchanged;
    report.strategy = found->bake.strategy;
    report.generation = found->bake.generation;
    report.warnings = found->bake.warnings;
    report.notes = found->bake.notes;
    std::error_code error;
    report.bytes = fs::file_size(found->path, error);
    if (!job_.strict || report.warnings.empty()) return found;
    report.outcome = MapOutcome::kFailed;
    report.error = StrCat(report.warnings.size(), " warnings and --strict");
    return found;
  }

  absl::Status RefuseChanged(const std::vector<size_t>& changed) {
    for (const size_t map : changed) report_.maps[map].outcome = MapOutcome::kFailed;
    return absl::FailedPreconditionError(StrCat(changed.size(), " of ", world_.maps.size(),
                                                " maps are missing or other ones: no world was written. "
                                                "Bake them by --shard, or the world without --join"));
  }

  // Moves the packages of shards to the folder in which a bake of the whole world puts its own.
  absl::Status TakeFromShards() {
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      const std::string& map_id = world_.maps[i].map_id;
      const std::string staged = StagedPath(job_.output_folder, map_id);
      if (packages_[i] == staged || packages_[i] == PlacedPath(job_.output_folder, map_id)) continue;
      if (report_.maps[i].outcome == MapOutcome::kFailed) continue;
      std::error_code error;
      fs::rename(packages_[i], staged, error);
      if (error)
        return absl::UnavailableError(
            StrCat(PrintablePath(staged), ": cannot be written: ", error.message()));
      packages_[i] = staged;
    }
    const absl::Status synced = SyncFolder(staged_->folder());
    return synced.ok() ? synced : absl::UnavailableError(synced.message());
  }

  absl::Status BakeMaps(const std::vector<size_t>& changed) {
    const int threads_each =
        std::max(1, report_.threads / static_cast<int>(std::max(size_t{1}, changed.size())));
    uint64_t done = 0;
    ParallelFor(changed.size(), report_.threads, [&](size_t i) {
      const BakeEnd end = BakeMap(changed[i], threads_each);
      const std::lock_guard<std::mutex> lock(mutex_);
      Keep(changed[i], end);
      if (job_.progress) job_.progress("maps", ++done, changed.size());
    });
    const absl::Status written = WriteWorldRecord(record_folder_, record_);
    return written.ok() ? written : absl::UnavailableError(written.message());
  }

  BakeEnd BakeMap(size_t map, int threads) {
    BakeJob job;
    job.source_path = world_.maps[map].source_path;
    job.output_folder = staged_->folder();
    job.config = settings_[map].config;
    job.thread_count = threads;
    job.strict = job_.strict;
    job.is_one_of_many = true;
    job.limits = job_.limits;
    job.tell = [this](std::string_view line) {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (job_.tell) job_.tell(line);
    };
    return RunBake(job);
  }

  void Keep(size_t map, const BakeEnd& end) {
    WorldMapReport& report = report_.maps[map];
    report.seconds = end.report.wall_s;
    report.warnings = end.report.warnings;
    report.notes = end.report.notes;
    if (!end.status.ok()) {
      report.outcome = MapOutcome::kFailed;
      report.error = std::string(end.status.message());
      return;
    }
    report.outcome = MapOutcome::kBaked;
    report.strategy = end.report.strategy;
    report.generation = end.report.generation;
    report.bytes = end.report.package_bytes;
    record_[report.map_id] = {settings_[map].digest, end.report.source_files, end.report.source_sha256,
                              report.generation,     report.strategy,         report.warnings,
                              report.notes};
    const auto now = std::chrono::steady_clock::now();
    if (now < record_from_) return;
    // The record's last version is what counts, and its errors are.
    WriteWorldRecord(record_folder_, record_).IgnoreError();
    const auto recorded = std::chrono::steady_clock::now();
    record_from_ =
        recorded + std::max<std::chrono::nanoseconds>(kRecordInterval, kRecordShare * (recorded - now));
  }

  absl::Status CheckStrict(uint64_t failed) const {
    if (!job_.strict || (failed == 0 && report_.WarningCount() == 0)) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(failed, " maps that could not be baked, ",
                                                report_.WarningCount(),
                                                " warnings and --strict: no world written"));
  }

  // What the world is made of; no path where it does without a map.
  // Empty where the map could not be baked: it may still have a package of before.
  std::vector<std::string> ListPackages() const {
    std::vector<std::string> packages;
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      packages.push_back(report_.maps[i].outcome == MapOutcome::kFailed ? "" : packages_[i]);
    }
    return packages;
  }

  absl::Status Publish(const std::string& world_path, std::span<const std::byte> world) {
    std::vector<std::string> map_ids;
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      const std::string& map_id = world_.maps[i].map_id;
      const bool is_new = report_.maps[i].outcome != MapOutcome::kFailed &&
                          packages_[i] == StagedPath(job_.output_folder, map_id);
      if (is_new) map_ids.push_back(map_id);
    }
    return staged_->Publish(world_path, world, map_ids, [&](size_t done) {
      if (job_.progress) job_.progress("files published", done, map_ids.size() + 1);
    });
  }

  absl::Status Join() {
    StageClock clock;
    const std::string path = PathOf(kWorldFileName);
    const auto old = LoadedWorld::Load(path);
    WorldBuildOptions options;
    options.thread_count = report_.threads;
    if (old.ok()) options.old = old->get();
    if (job_.progress) {
      options.progress = [this](uint64_t done, uint64_t total) {
        job_.progress("maps' portals", done, total);
      };
    }
    WS_ASSIGN_OR_RETURN(const BuiltWorld built, BuildWorld(world_, ListPackages(), options));
    report_.warnings.insert(report_.warnings.end(), built.warnings.begin(), built.warnings.end());
    WS_RETURN_IF_ERROR(CheckStrict(0));
    WS_RETURN_IF_ERROR(Publish(path, built.bytes));
    report_.world_path = path;
    report_.world_bytes = built.bytes.size();
    report_.portals = built.portals;
    report_.walks = built.walks;
    report_.path_bytes = built.path_bytes;
    report_.label_count = built.label_count;
    report_.has_hierarchy = built.has_hierarchy;
    report_.maps_taken_over = built.maps_taken_over;
    report_.maps_without_step_tables = built.maps_without_tables;
    for (size_t i = 0; i < world_.travellers.size(); ++i) {
      const TravellerSpec& traveller = world_.travellers[i];
      report_.travellers.push_back({traveller.agent, traveller.abilities, built.portals_of_travellers[i]});
    }
    report_.portals_s = clock.Lap().wall_s;
    return absl::OkStatus();
  }

  const WorldBakeJob& job_;
  StagedPackages* staged_ = nullptr;
  std::string record_folder_;          // where what is baked is recorded
  std::vector<std::string> packages_;  // by map: where its package of this world is, or will be
  WorldManifest world_;
  std::vector<MapSettings> settings_;  // by map
  WorldReport report_;
  std::mutex mutex_;  // of what Keep changes, and of what is told
  WorldRecord record_;
  std::chrono::steady_clock::time_point record_from_;  // it is not written before
};

}  // namespace

WorldBakeEnd RunWorldBake(const WorldBakeJob& job) { return WorldBaker(job).Run(); }

}  // namespace waystone
