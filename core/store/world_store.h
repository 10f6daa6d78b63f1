// The maps of a world, loaded when they are needed and dropped when there are too many (S4.7).
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"

namespace waystone {

struct WorldStoreOptions {
  // [bytes] Of packages, and of what the world file keeps of their maps, that are kept loaded at most, but
  // for those in use. 0: no limit.
  uint64_t max_bytes = 0;
  uint32_t max_maps = 0;  // likewise their number
};

// One map of a world, open.
struct WorldMapEntry {
  std::shared_ptr<const LoadedMap> map;
  std::optional<GridPortals> portals;  // of grids
  uint64_t bytes = 0;
};

// Thread-safe. What is given out stays valid while it is held, dropped or not; the world's tables are always
// in memory.
class WorldStore {
 public:
  struct Counts {
    uint64_t hits = 0;
    uint64_t misses = 0;
    uint64_t drops = 0;
    uint64_t loaded_maps = 0;
    uint64_t loaded_bytes = 0;
  };

  // `folder` has the packages, under the names that the baker gives them.
  WorldStore(std::shared_ptr<const LoadedWorld> world, std::string folder, const WorldStoreOptions& options)
      : world_(std::move(world)),
        folder_(std::move(folder)),
        options_(options),
        slots_(world_->view().maps().size()) {}

  const LoadedWorld& world() const { return *world_; }

  // The map of that number, most recently used from now on. Those used longest ago are dropped where it does
  // not fit in besides. FailedPrecondition naming the map where its package is another one than the world was
  // made with; errors of LoadedMap::Load otherwise. Two threads that miss a map at once may both load it; one
  // of them stays.
  absl::StatusOr<std::shared_ptr<const WorldMapEntry>> Open(uint32_t map);
  bool IsLoaded(uint32_t map) const;
  // Whose packages are known to be missing, broken or other ones, by map; empty where there are none. They
  // are looked for again when they are opened.
  std::vector<bool> MissingMaps() const;
  // Empty where nothing is known.
  std::string WhyMissing(uint32_t map) const;
  // Looks whether the packages of all maps are there and are those that the world was made with, by their
  // headers.
  void LookForMaps();
  Counts counts() const;

 private:
  struct Slot {
    std::shared_ptr<const WorldMapEntry> entry;  // null: not loaded
    std::list<uint32_t>::iterator place;         // in the order of use; where it is loaded
  };

  std::string PathOf(uint32_t map) const;
  absl::StatusOr<std::shared_ptr<const WorldMapEntry>> Load(uint32_t map) const;
  absl::Status CheckGeneration(uint32_t map, const std::string& generation) const;
  void Note(uint32_t map, const absl::Status& status);
  void DropTooMany();

  const std::shared_ptr<const LoadedWorld> world_;
  const std::string folder_;
  const WorldStoreOptions options_;
  mutable std::mutex mutex_;
  std::vector<Slot> slots_;
  std::list<uint32_t> by_use_;  // the last used first
  std::map<uint32_t, std::string> missing_;
  Counts counts_;
};

}  // namespace waystone
