// Finds maps for the requests of one message.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/field_error.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/store/map_store.h"

namespace waystone {

// Asks the store for each map once, so that all requests of a message see the same package generation of it, but for those
// that name another one. Holds the maps while it lives. One thread.
class MapLookup {
 public:
  // Without `may_load`, on a thread that must not wait, only maps that are loaded are found.
  // Maps that have to be fetched are waited for until the deadline.
  explicit MapLookup(const MapStore& store, bool may_load = true, const Deadline& deadline = {})
      : store_(store), may_load_(may_load), deadline_(deadline) {}

  struct Generation {
    std::string map_id;
    std::string generation;
  };
  // From now on these maps are found in these generations, if they are served; all others as they are now.
  void Choose(std::vector<Generation> chosen) { chosen_ = std::move(chosen); }

  // As MapStore::Find; Unavailable where the map is not loaded and may not be.
  absl::StatusOr<const LoadedMap*> Find(std::string_view map_id) {
    for (const Generation& one : chosen_) {
      if (one.map_id != map_id) continue;
      absl::StatusOr<const LoadedMap*> map = Find(map_id, one.generation);
      if (!absl::IsNotFound(map.status())) return map;
    }
    return Find(map_id, "");
  }

  // Whether the same may be found with `may_load`.
  bool lacks_map() const { return lacks_map_; }

  // Null where no world is loaded.
  const std::shared_ptr<WorldStore>& World() {
    if (world_ == nullptr) world_ = store_.World();
    return world_;
  }
  // What is said where there is none and `what`, as "a route across maps", needs one: DataLoss if its file is damaged, or
  // else NotFound about the field.
  absl::Status NoWorldError(std::string_view field, std::string_view what) const {
    const absl::Status why = store_.WhyNoWorld();
    return absl::IsDataLoss(why)
               ? why
               : FieldError(field, StrCat(what, " needs a world, and ", std::string(why.message())),
                            absl::StatusCode::kNotFound);
  }

 private:
  struct Found {
    std::shared_ptr<const LoadedMap> map;
    bool is_current;  // it was not asked for by its generation
  };

  // Of an empty generation the current one.
  absl::StatusOr<const LoadedMap*> Find(std::string_view map_id, const std::string& generation) {
    const bool is_current = generation.empty();
    for (const Found& found : maps_) {
      const bool is_it = is_current ? found.is_current : found.map->generation() == generation;
      if (is_it && found.map->manifest().map_id == map_id) return found.map.get();
    }
    std::shared_ptr<const LoadedMap> loaded;
    if (may_load_) {
      WS_ASSIGN_OR_RETURN(loaded, is_current ? store_.Find(map_id, deadline_)
                                             : store_.FindGeneration(map_id, generation, deadline_));
    } else {
      loaded = is_current ? store_.FindLoaded(map_id) : store_.FindLoadedGeneration(map_id, generation);
      lacks_map_ = lacks_map_ || loaded == nullptr;
      if (loaded == nullptr) return absl::UnavailableError("the map is not loaded");
    }
    maps_.push_back({std::move(loaded), is_current});
    return maps_.back().map.get();
  }

  const MapStore& store_;
  const bool may_load_;
  const Deadline deadline_;
  bool lacks_map_ = false;
  std::shared_ptr<WorldStore> world_;
  std::vector<Generation> chosen_;
  std::vector<Found> maps_;  // few: the maps of one message
};

}  // namespace waystone
