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
#include "core/store/world_store.h"

namespace waystone {

// Maps by id. Thread-safe: readers get a shared_ptr that stays valid over a reload, and never wait for one.
class MapStore {
 public:
  // A package that was refused, and why.
  struct Refusal {
    std::string path;
    absl::Status status;
  };

  // Loads the world, where the folder has a kWorldFileName, and every *.waymap of the folder (sorted by
  // name), replacing what was loaded. Broken packages, and packages whose map_id is taken by an earlier file,
  // are refused by name and the rest is served. A file that is refused keeps serving the map that was last
  // loaded from it. Maps whose file is gone are dropped. NotFound where the folder does not exist, and
  // nothing changes; likewise any other error of reading the folder.
  absl::StatusOr<std::vector<Refusal>> LoadFolder(const std::string& folder);

  // Null where the folder had no world, or a broken one (a refusal; the world loaded before stays).
  std::shared_ptr<WorldStore> World() const;
  // NotFound naming the map.
  absl::StatusOr<std::shared_ptr<const LoadedMap>> Find(std::string_view map_id) const;
  // Sorted by map id.
  std::vector<std::shared_ptr<const LoadedMap>> All() const;

 private:
  using Maps = std::map<std::string, std::shared_ptr<const LoadedMap>, std::less<>>;

  std::mutex load_mutex_;  // one LoadFolder at a time
  mutable std::mutex mutex_;
  Maps maps_;
  std::shared_ptr<WorldStore> world_;
};

}  // namespace waystone
