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
#include "bake/program/staged_packages.h"
#include "bake/program/world_record.h"
#include "bake/program/world_settings.h"
#include "bake/report/stage_clock.h"
#include "bake/world/world_builder.h"
#include "bake/world/world_manifest.h"
#include "core/base/parallel_for.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/package/package_reader.h"
#include "core/store/loaded_world.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

// What an interrupt may cost of the work done, over all threads.
constexpr std::chrono::seconds kRecordInterval{2};

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
    WS_RETURN_IF_ERROR(OpenFolder());
    WS_ASSIGN_OR_RETURN(StagedPackages staged, StagedPackages::Open(job_.output_folder));
    staged_ = &staged;
    for (const WorldMapSource& map : world_.maps) report_.maps.emplace_back().map_id = map.map_id;
    TakeRecord();
    WS_RETURN_IF_ERROR(BakeMaps(ListChanged()));
    const uint64_t failed = report_.CountOf(MapOutcome::kFailed);
    if (failed == world_.maps.size()) return absl::FailedPreconditionError("no map could be baked");
    WS_RETURN_IF_ERROR(CheckStrict(failed));
    WS_RETURN_IF_ERROR(Join());
    if (failed == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(StrCat(failed, " of ", world_.maps.size(),
                                                " maps could not be baked; the world was written without"));
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
  // Where the map's package of this world is: aside, if this bake or one that was ended early made it.
  std::string PackageOf(size_t map) const {
    const std::string& map_id = world_.maps[map].map_id;
    return is_staged_[map] ? StagedPath(job_.output_folder, map_id) : PlacedPath(job_.output_folder, map_id);
  }

  // What the folder tells of this world's maps.
  void TakeRecord() {
    absl::StatusOr<WorldRecord> record = ReadWorldRecord(job_.output_folder);
    if (!record.ok()) {
      report_.warnings.push_back(StrCat(record.status().message(), ": all maps are baked"));
      return;
    }
    for (const WorldMapSource& map : world_.maps) {
      const auto found = record->find(map.map_id);
      if (found != record->end()) record_.insert(*found);
    }
  }

  // The largest sources first, so that none of them is left for the end.
  std::vector<size_t> ListChanged() {
    std::vector<size_t> changed;
    std::vector<uint64_t> bytes(world_.maps.size());
    is_staged_.assign(world_.maps.size(), 1);
    ParallelFor(world_.maps.size(), report_.threads, [&](size_t i) {
      const std::string& source = world_.maps[i].source_path;
      std::error_code error;
      bytes[i] = fs::file_size(source, error);
      if (error) bytes[i] = 0;
      const auto bake = record_.find(world_.maps[i].map_id);
      if (bake == record_.end()) return;
      const auto is_unchanged = [&] {
        return IsUnchanged(bake->second, settings_[i].digest, source, PackageOf(i));
      };
      is_staged_[i] = is_unchanged() ? 1 : 0;
      if (is_staged_[i] == 0 && !is_unchanged()) {
        is_staged_[i] = 1;
        return;
      }
      WorldMapReport& report = report_.maps[i];
      report.outcome = MapOutcome::kUnchanged;
      report.strategy = bake->second.strategy;
      report.warnings = bake->second.warnings;
      report.notes = bake->second.notes;
      report.bytes = fs::file_size(PackageOf(i), error);
      if (!job_.strict || report.warnings.empty()) return;
      report.outcome = MapOutcome::kFailed;
      report.error = StrCat(report.warnings.size(), " warnings and --strict");
    });
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      if (report_.maps[i].outcome == MapOutcome::kNotReached) changed.push_back(i);
    }
    std::ranges::stable_sort(changed, [&](size_t a, size_t b) { return bytes[a] > bytes[b]; });
    return changed;
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
    const absl::Status written = WriteWorldRecord(job_.output_folder, record_);
    return written.ok() ? written : absl::UnavailableError(written.message());
  }

  BakeEnd BakeMap(size_t map, int threads) {
    BakeJob job;
    job.source_path = world_.maps[map].source_path;
    job.output_folder = staged_->folder();
    job.config = settings_[map].config;
    job.thread_count = threads;
    job.strict = job_.strict;
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
    absl::Status status = end.status;
    std::string generation;
    if (status.ok()) {
      const auto package = PackageReader::OpenFile(PackageOf(map));
      status = package.status();
      if (package.ok()) generation = (*package)->Generation();
    }
    if (!status.ok()) {
      report.outcome = MapOutcome::kFailed;
      report.error = std::string(status.message());
      return;
    }
    report.outcome = MapOutcome::kBaked;
    report.strategy = end.report.strategy;
    report.bytes = end.report.package_bytes;
    record_[report.map_id] = {settings_[map].digest, end.report.source_files, end.report.source_sha256,
                              std::move(generation), report.strategy,         report.warnings,
                              report.notes};
    const auto now = std::chrono::steady_clock::now();
    if (is_recorded_ && now - recorded_ < kRecordInterval) return;
    // The record's last version is what counts, and its errors are.
    WriteWorldRecord(job_.output_folder, record_).IgnoreError();
    is_recorded_ = true;
    recorded_ = std::chrono::steady_clock::now();
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
      packages.push_back(report_.maps[i].outcome == MapOutcome::kFailed ? "" : PackageOf(i));
    }
    return packages;
  }

  absl::Status Publish(const std::string& world_path, std::span<const std::byte> world) {
    std::vector<std::string> map_ids;
    for (size_t i = 0; i < world_.maps.size(); ++i) {
      const bool is_new = report_.maps[i].outcome != MapOutcome::kFailed && is_staged_[i] != 0;
      if (is_new) map_ids.push_back(world_.maps[i].map_id);
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
  std::vector<uint8_t> is_staged_;  // by map: PackageOf
  WorldManifest world_;
  std::vector<MapSettings> settings_;  // by map
  WorldReport report_;
  std::mutex mutex_;  // of what Keep changes, and of what is told
  WorldRecord record_;
  bool is_recorded_ = false;
  std::chrono::steady_clock::time_point recorded_;
};

}  // namespace

WorldBakeEnd RunWorldBake(const WorldBakeJob& job) { return WorldBaker(job).Run(); }

}  // namespace waystone
