#include "server/maps/package_folder.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "core/base/status_macros.h"
#include "core/store/world_folder.h"

namespace waystone {

namespace {

// Empty for maps that cannot be used.
std::map<std::string, std::string> GenerationsByMap(const MapStore& store) {
  std::map<std::string, std::string> generations;
  for (const ListedMap& map : store.All()) {
    const PackageSummary& summary = map.package->summary;
    generations[summary.map_id] = map.IsUsable() ? summary.generation : "";
  }
  return generations;
}

// Of the folder and of where a bake puts packages aside.
std::map<std::string, FileVersion> FilesIn(const std::string& folder) {
  std::map<std::string, FileVersion> files;
  const std::filesystem::path aside = std::filesystem::path(folder) / kStagedFolderName;
  for (const std::filesystem::path& one : {std::filesystem::path(folder), aside}) {
    std::error_code error;
    for (std::filesystem::directory_iterator it(one, error), end; !error && it != end; it.increment(error)) {
      const std::string path = it->path().string();
      if (const auto version = FileVersion::Of(path); version.has_value()) files.emplace(path, *version);
    }
  }
  return files;
}

}  // namespace

absl::StatusOr<PackageFolder::Report> PackageFolder::Reload(const Deadline& deadline) {
  constexpr std::chrono::milliseconds kLookAtDeadline(20);
  std::unique_lock lock(mutex_, std::defer_lock);
  while (!lock.try_lock_for(kLookAtDeadline)) {
    if (const absl::Status late = CheckInTime(deadline); !late.ok())
      return absl::Status(late.code(), "another reload is at work");
  }
  const std::map<std::string, std::string> before = GenerationsByMap(store_);
  Report report;
  const Version version = VersionOf(path_);
  const std::map<std::string, FileVersion> files =
      FilesIn(path_);  // before: what is refused may be replaced meanwhile
  absl::StatusOr<std::vector<MapStore::Refusal>> refused =
      source_ == nullptr ? store_.LoadFolder(path_) : source_->Load(store_, deadline);
  ++(refused.ok() ? reloads_ : failed_reloads_);
  WS_ASSIGN_OR_RETURN(report.refused, std::move(refused));
  // A map's package is refused for itself and for its world.
  std::set<std::pair<std::string, std::string>> told;
  std::erase_if(report.refused, [&](const MapStore::Refusal& refusal) {
    return !told.emplace(refusal.path, refusal.status.message()).second;
  });
  const std::map<std::string, std::string> after = GenerationsByMap(store_);
  for (const auto& [map_id, generation] : after) {
    const auto it = before.find(map_id);
    if (!generation.empty() && (it == before.end() || it->second != generation))
      report.changed_maps.push_back(map_id);
  }
  served_packages_ += report.changed_maps.size();
  for (const auto& [map_id, generation] : before) {
    if (!after.contains(map_id)) report.removed_maps.push_back(map_id);
  }
  {
    const std::lock_guard refused_lock(refused_mutex_);
    loaded_version_ = version;
    refused_ = report.refused;
    refused_files_.clear();
    for (const MapStore::Refusal& refusal : refused_) {
      const auto file = files.find(refusal.path);
      refused_files_.push_back(file == files.end() ? std::nullopt : std::optional(file->second));
    }
  }
  for (const std::string& map_id : store_.Pinned())
    if (!store_.IsLoaded(map_id))
      (void)store_.Find(map_id, deadline);  // what cannot be loaded is told when it is asked for
  LogReport(report);
  on_change_();
  return report;
}

std::vector<MapStore::Refusal> PackageFolder::Refused() const {
  const std::lock_guard lock(refused_mutex_);
  return refused_;
}

bool PackageFolder::HasRefusedChanged() const {
  const std::lock_guard lock(refused_mutex_);
  for (size_t i = 0; i < refused_.size(); ++i) {
    if (FileVersion::Of(refused_[i].path) != refused_files_[i]) return true;
  }
  return false;
}

PackageFolder::Version PackageFolder::VersionOf(const std::string& folder) {
  return {FileVersion::Of(folder),
          FileVersion::Of((std::filesystem::path(folder) / kStagedFolderName).string())};
}

// Since the last Reload the folder has changed, and has not since the last look, so that many files that are put there one after
// the other are one reload; or it has not come to rest for too long. What changes within a tick of the file system's clock looks the
// same, which is why a version counts only once it is older than a look.
bool PackageFolder::HasSettledAnew() {
  constexpr uint32_t kMostLooks = 10;
  const Version version = VersionOf(path_);
  const bool is_settled = version == std::exchange(seen_version_, version);
  const std::lock_guard lock(refused_mutex_);
  if (version == loaded_version_) {
    unsettled_looks_ = 0;
    return false;
  }
  if (!is_settled && ++unsettled_looks_ < kMostLooks) return false;
  unsettled_looks_ = 0;
  return true;
}

void PackageFolder::LookAgain() {
  const bool has_news = source_ == nullptr ? HasRefusedChanged() || (is_watched_ && HasSettledAnew())
                                           : source_->HasNews(is_watched_);
  if (has_news) (void)Reload();  // a folder that cannot be read changes nothing
  store_.LookAgain();
  std::map<std::string, std::string> damage;
  for (const ListedMap& map : store_.All()) {
    if (!map.IsUsable()) damage.emplace(map.package->summary.map_id, map.damage.message());
  }
  for (const auto& [map_id, what] : damage) {
    const auto told = told_damage_.find(map_id);
    if (told != told_damage_.end() && told->second == what) continue;
    log_.Write(spdlog::level::err, "map_damaged", {{"map_id", map_id}, {"reason", what}});
  }
  for (const auto& [map_id, what] : told_damage_) {
    if (!damage.contains(map_id)) log_.Write(spdlog::level::info, "map_good_again", {{"map_id", map_id}});
  }
  told_damage_ = std::move(damage);
  on_change_();
}

void PackageFolder::LogReport(const Report& report) {
  for (const std::string& map_id : report.changed_maps) {
    const ListedMap map = store_.FindListed(map_id);
    if (map.package == nullptr) continue;
    const PackageSummary& summary = map.package->summary;
    log_.Write(spdlog::level::info, "map_served",
               {{"map_id", map_id}, {"generation", summary.generation}, {"bytes", summary.size_bytes}});
  }
  for (const std::string& map_id : report.removed_maps) {
    log_.Write(spdlog::level::info, "map_removed", {{"map_id", map_id}});
  }
  std::set<std::pair<std::string, std::string>> refused;
  for (const MapStore::Refusal& refusal : report.refused) {
    const std::pair<std::string, std::string> told(refusal.path, refusal.status.message());
    refused.insert(told);
    if (told_refused_.contains(told)) continue;
    log_.Write(spdlog::level::warn, "package_refused",
               {{"file", std::filesystem::path(refusal.path).filename().string()}, {"reason", told.second}});
  }
  told_refused_ = std::move(refused);
  const std::shared_ptr<WorldStore> world = store_.World();
  if (world == nullptr) return;
  const auto tell = [&log = log_, loaded = world->shared_world()](WorldMapIndex map,
                                                                  const absl::Status& why) {
    log.Write(spdlog::level::warn, IsNotJoined(why) ? "map_not_joined" : "map_missing",
              {{"map_id", loaded->view().MapId(map)}, {"reason", std::string(why.message())}});
  };
  const std::vector<bool> is_missing = world->MissingMaps();
  for (uint32_t i = 0; i < is_missing.size(); ++i) {
    if (is_missing[i]) tell(WorldMapIndex(i), world->WhyMissing(WorldMapIndex(i)));
  }
  world->TellMissing(tell);
}

}  // namespace waystone
