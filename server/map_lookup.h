// Finds maps for the requests of one message.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/map_store.h"

namespace waystone {

// Asks the store for each map once, so that all requests of a message see the same package generation of it.
// Holds the maps while it lives. One thread.
class MapLookup {
 public:
  explicit MapLookup(const MapStore& store) : store_(store) {}

  // NotFound naming the map.
  absl::StatusOr<const LoadedMap*> Find(std::string_view map_id) {
    for (const auto& map : maps_) {
      if (map->manifest().map_id == map_id) return map.get();
    }
    absl::StatusOr<std::shared_ptr<const LoadedMap>> map = store_.Find(map_id);
    if (!map.ok()) return map.status();
    maps_.push_back(*std::move(map));
    return maps_.back().get();
  }

  // Null where no world is loaded.
  WorldStore* World() {
    if (world_ == nullptr) world_ = store_.World();
    return world_.get();
  }

 private:
  const MapStore& store_;
  std::shared_ptr<WorldStore> world_;
  std::vector<std::shared_ptr<const LoadedMap>> maps_;  // few: the maps of one message
};

}  // namespace waystone
