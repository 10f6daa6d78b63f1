// The folder of packages a server serves, or another source of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/store/map_store.h"
#include "server/base/event_log.h"
#include "server/fetch/package_source.h"

namespace waystone {

// Loads the folder, or what a source has, into a store and says in the log what became of each package. Thread-safe; one Reload at a
// time. Store, log and source must outlive it.
class PackageFolder {
 public:
  struct Report {
    std::vector<std::string> changed_maps;  // new, or with another generation; sorted
    std::vector<std::string> removed_maps;  // sorted
    std::vector<MapStore::Refusal> refused;
  };

  // `on_change` is called after each successful Reload and each LookAgain, on their threads.
  // If it `is_watched`, LookAgain reloads once files have come, gone or been replaced by rename. With a `source`, that is loaded in place
  // of the folder, and watched for another index.
  PackageFolder(std::string path, MapStore& store, const EventLog& log, std::function<void()> on_change,
                bool is_watched = false, PackageSource* source = nullptr)
      : path_(std::move(path)),
        store_(store),
        log_(log),
        on_change_(std::move(on_change)),
        is_watched_(is_watched),
        source_(source) {}

  // Errors as MapStore::LoadFolder or PackageSource::Load; broken packages are no error but part of the report. DeadlineExceeded or
  // Cancelled if another one is at work until the deadline. What a source has not given by then stays as it was, as PackageSource::Load says.
  absl::StatusOr<Report> Reload(const Deadline& deadline = {});
  // Those of the last Reload.
  std::vector<MapStore::Refusal> Refused() const;
  struct Counts {
    uint64_t reloads = 0;  // that were done
    uint64_t failed_reloads = 0;
    uint64_t served_packages = 0;  // generations that began to be served
  };
  Counts counts() const { return {reloads_, failed_reloads_, served_packages_}; }
  // Looks whether damaged and missing maps are good by now, says in the log which maps turned out to be damaged and which
  // are good again, and calls `on_change`. If a file that the last Reload refused has been replaced, or the folder is watched
  // and has changed, reloads. From one thread, now and then.
  void LookAgain();

  // As MapStore::Pin. Reloads load pinned maps again.
  void Pin(const std::string& map_id) { store_.Pin(map_id); }

  const MapStore& store() const { return store_; }
  bool is_folder() const { return source_ == nullptr; }
  const std::string& path() const { return path_; }

 private:
  // Of a folder whose files are replaced by rename: it changes with each. Nothing: there is none.
  struct Version {
    std::optional<FileVersion> folder;
    std::optional<FileVersion> aside;  // where a bake puts packages

    bool operator==(const Version&) const = default;
  };
  static Version VersionOf(const std::string& folder);

  bool HasRefusedChanged() const;
  bool HasSettledAnew();
  // What is served, removed or refused by now and was not before.
  void LogReport(const Report& report);

  const std::string path_;
  MapStore& store_;
  const EventLog& log_;
  const std::function<void()> on_change_;
  const bool is_watched_;
  PackageSource* const source_;  // null: it is a folder
  std::timed_mutex mutex_;       // one Reload at a time
  std::set<std::pair<std::string, std::string>>
      told_refused_;  // files and why, by the last reload; of mutex_
  std::atomic<uint64_t> reloads_{0};
  std::atomic<uint64_t> failed_reloads_{0};
  std::atomic<uint64_t> served_packages_{0};
  mutable std::mutex refused_mutex_;
  std::vector<MapStore::Refusal> refused_;
  std::vector<std::optional<FileVersion>> refused_files_;  // as they were refused
  Version loaded_version_;                                 // before the last Reload began
  std::map<std::string, std::string> told_damage_;         // by map; of LookAgain's thread, as what follows
  Version seen_version_;                                   // at its last look
  uint32_t unsettled_looks_ = 0;                           // since the folder began to change
};

}  // namespace waystone
