// Packages opened for a report.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/scratch.h"
#include "core/base/temporary_folder.h"
#include "core/store/map_store.h"

namespace waystone::client {

// The maps of a package, or of a folder with its world. One thread.
class OpenedMaps {
 public:
  // A .waymap file, a .wayworld file (its folder's maps) or a folder. NotFound; InvalidArgument if the file is no package; DataLoss naming
  // the first package that is refused.
  static absl::StatusOr<std::unique_ptr<OpenedMaps>> Open(const std::string& path);
  OpenedMaps(const OpenedMaps&) = delete;
  OpenedMaps& operator=(const OpenedMaps&) = delete;

  const MapStore& store() const { return store_; }
  // Sorted; at least one.
  std::vector<std::string> MapIds() const;
  struct Package {
    std::string path;  // as it was asked for, or in the folder that was
    std::string generation;
  };
  // NotFound naming the map.
  absl::StatusOr<Package> PackageOf(const std::string& map_id) const;
  // Why each map of the world that is not here is missing, or is no map of it any more, by the world's order; empty if there is no world.
  std::vector<std::string> WhyMissing() const;
  bool has_world() const { return store_.World() != nullptr; }
  // An error of the store with the package by the path that was opened.
  absl::Status AsAskedFor(const absl::Status& status) const;
  // The path that was opened.
  const std::string& path() const { return path_; }

 private:
  OpenedMaps() = default;
  absl::Status Read(const std::string& folder);

  MapStore store_;
  TemporaryFolder link_folder_;  // of a single package, which a store would find among others
  std::string path_;
};

}  // namespace waystone::client
