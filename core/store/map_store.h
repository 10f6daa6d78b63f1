// All the maps a server has loaded.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/store/loaded_map.h"

namespace waystone {

// Maps by id. Thread-safe: readers get a shared_ptr that stays valid over a reload.
class MapStore {
 public:
  // A package that was refused, and why.
  struct Refusal {
    std::string path;
    absl::Status status;
  };

  // Loads every *.waymap of the folder (sorted by name), replacing what was loaded. Broken packages, and
  // packages whose map_id is taken by an earlier file, are refused by name and the rest is served. A map
  // whose new package is refused keeps its old one. NotFound where the folder does not exist.
  absl::StatusOr<std::vector<Refusal>> LoadFolder(const std::string& folder);

  // NotFound naming the map.
  absl::StatusOr<std::shared_ptr<const LoadedMap>> Find(std::string_view map_id) const;
  // Sorted by map id.
  std::vector<std::shared_ptr<const LoadedMap>> All() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const LoadedMap>, std::less<>> maps_;
};

}  // namespace waystone
