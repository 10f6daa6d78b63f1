// The folder of packages a server serves.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/map_store.h"
#include "server/base/event_log.h"

namespace waystone {

// Loads the folder into a store and says in the log what became of each package. Thread-safe; one Reload at a
// time. Store and log must outlive it.
class PackageFolder {
 public:
  struct Report {
    std::vector<std::string> changed_maps;  // new, or with another generation; sorted
    std::vector<std::string> removed_maps;  // sorted
    std::vector<MapStore::Refusal> refused;
  };

  // `on_change` is called after each successful Reload and each LookAgain, on their threads.
  PackageFolder(std::string path, MapStore& store, const EventLog& log, std::function<void()> on_change)
      : path_(std::move(path)), store_(store), log_(log), on_change_(std::move(on_change)) {}

  // Errors as MapStore::LoadFolder; broken packages are no error but part of the report.
  absl::StatusOr<Report> Reload();
  // Those of the last Reload.
  std::vector<MapStore::Refusal> Refused() const;
  struct Counts {
    uint64_t reloads = 0;  // that were done
    uint64_t failed_reloads = 0;
    uint64_t served_packages = 0;  // generations that began to be served
  };
  Counts counts() const { return {reloads_, failed_reloads_, served_packages_}; }
  // Looks whether damaged and missing maps are good by now, says in the log which maps turned out to be damaged and which
  // are good again, and calls `on_change`. If a file that the last Reload refused has been replaced, reloads. From one
  // thread.
  void LookAgain();

  const MapStore& store() const { return store_; }
  const std::string& path() const { return path_; }

 private:
  bool HasRefusedChanged() const;
  void LogReport(const Report& report) const;

  const std::string path_;
  MapStore& store_;
  const EventLog& log_;
  const std::function<void()> on_change_;
  std::mutex mutex_;
  std::atomic<uint64_t> reloads_{0};
  std::atomic<uint64_t> failed_reloads_{0};
  std::atomic<uint64_t> served_packages_{0};
  mutable std::mutex refused_mutex_;
  std::vector<MapStore::Refusal> refused_;
  std::vector<std::optional<FileVersion>> refused_files_;  // as they were refused
  std::map<std::string, std::string> told_damage_;         // by map; of LookAgain's thread
};

}  // namespace waystone
