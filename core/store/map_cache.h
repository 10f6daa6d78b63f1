// The loaded maps: loaded when they are needed, evicted when there are too many (S4.7).
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/store/loaded_map.h"
#include "core/store/loaded_world.h"
#include "core/store/served_package.h"
#include "core/surface/portal_surface.h"

namespace waystone {

// Limits of the maps that are kept loaded. Those in use or pinned stay, whatever their size and number.
struct MapLimits {
  // [bytes] Packages, what world file and process keep of their maps, and `scratch_bytes`; 0: no limit.
  uint64_t max_bytes = 0;
  uint32_t max_maps = 0;  // 0: no limit
  // [generations] Of each map so many that were replaced go on to answer those who name them; as loaded maps they count
  // like others. A file that was replaced takes its space on disk as long.
  uint32_t kept_generations = 0;
  // [bytes] What queries keep for the next ones; null: not counted. Must outlive the cache.
  const std::atomic<uint64_t>* scratch_bytes = nullptr;
};

// A map, loaded.
struct OpenedMap {
  std::shared_ptr<const LoadedMap> map;
  std::shared_ptr<const PortalSurface> portals;  // of a map of a world; null: of none, or they are damaged
  absl::Status portals_status;                   // why they are not there

  // [bytes] Of what was made for requests. Grows; any thread.
  uint64_t computed_bytes() const {
    return map->computed_bytes() + (portals == nullptr ? 0 : portals->size_bytes());
  }
};

// A map that a store serves, loaded or not. What is not const is the cache's, under its lock.
class MapSlot {
 public:
  // If `listed` cannot be used, `path` is checked again when the map is opened. `world` is null if the map belongs to
  // none.
  MapSlot(std::string map_id, std::string path, const ListedMap& listed,
          std::shared_ptr<const LoadedWorld> world, WorldMapIndex world_map)
      : map_id_(std::move(map_id)),
        path_(std::move(path)),
        world_(std::move(world)),
        world_map_(world_map),
        package_(listed.IsUsable() ? listed.package : nullptr),
        damaged_(listed.IsUsable() ? nullptr : listed.package),
        damage_(listed.damage) {}

  const std::string& map_id() const { return map_id_; }
  const std::string& path() const { return path_; }
  const LoadedWorld* world() const { return world_.get(); }

 private:
  friend class MapCache;

  const std::string map_id_;
  const std::string path_;
  const std::shared_ptr<const LoadedWorld> world_;
  const WorldMapIndex world_map_;
  std::shared_ptr<const ServedPackage> package_;  // null: none that can be served
  // The last package that was found to be damaged, and how; null if the last one was not. It is not checked again
  // while its file is the same, and the next one is checked whole.
  std::shared_ptr<const ServedPackage> damaged_;
  absl::Status damage_;
  std::shared_ptr<const OpenedMap> opened_;  // null: not loaded
  // A dropped map: views, some KB, of bytes that were checked and are read again when used.
  std::shared_ptr<const OpenedMap> asleep_;
  uint64_t bytes_ = 0;                   // what it counts as while it is loaded ...
  uint64_t computed_bytes_ = 0;          // ... of that, computed data at its last use
  std::list<MapSlot*>::iterator place_;  // in the order of use, while it is loaded
  bool is_loading_ = false;
  bool is_retired_ = false;
  bool is_pinned_ = false;
};

// Thread-safe. What is given out stays valid while it is held, dropped or not. The lock is never held while
// anything is read.
class MapCache {
 public:
  struct Counts {
    uint64_t hits = 0;          // requested maps that were loaded
    uint64_t misses = 0;        // requested maps that were not
    uint64_t drops = 0;         // maps evicted for others
    uint64_t loaded_ahead = 0;  // prefetched maps
    uint64_t loaded_maps = 0;   // now
    uint64_t loaded_bytes = 0;  // now
  };

  explicit MapCache(const MapLimits& limits) : limits_(limits) {}

  const MapLimits& limits() const { return limits_; }
  Counts counts() const;

  // The map, loaded if need be, and from now on the most recently used. If there is no room, the least
  // recently used maps are dropped first. If threads miss a map at once, one loads it while the others wait.
  // Errors as PackageReader and LoadedMap::FromPackage; FailedPrecondition if a package that was not there
  // before is not the one that the world was made with. What is loaded is not counted for the thread (UncountedMemory). Fetches a
  // remote package: errors as RemotePackage::Open, and DeadlineExceeded or Cancelled by `deadline`, which reading a file does not look at.
  absl::StatusOr<std::shared_ptr<const OpenedMap>> Open(MapSlot& slot, const Deadline& deadline = {});
  // Null if it is not loaded: then nothing is counted.
  std::shared_ptr<const OpenedMap> OpenIfLoaded(MapSlot& slot);
  // Prefetches a map, if there is room without dropping maps in use or those of `keep`. Does not wait long for a remote package.
  void LoadAhead(MapSlot& slot, std::span<MapSlot* const> keep);

  // If there was no package, checks whether there now is one that can be served: by its header and manifest, and by
  // all of it if one that was there was damaged. If there was one, says what is known to be wrong with the map. Does not
  // wait for a remote package.
  absl::Status Look(MapSlot& slot);
  // The package that is served of the map, or that would be if it were not damaged.
  ListedMap Listed(const MapSlot& slot) const;
  bool IsLoaded(const MapSlot& slot) const;
  // Once the map is loaded, it is not dropped for others; from Unpin on it is again.
  void Pin(MapSlot& slot);
  void Unpin(MapSlot& slot);
  // Drops the map, and no longer keeps it if it is opened again.
  void Retire(MapSlot& slot);

 private:
  using Opened = std::shared_ptr<const OpenedMap>;
  using Lock = std::unique_lock<std::mutex>;

  // Maps taken out of the order of use; destroyed, and their memory given back, without the lock.
  struct Dropped {
    Opened opened;
    std::shared_ptr<const ServedPackage> package;
    std::shared_ptr<const LoadedWorld> world;
    WorldMapIndex world_map;
  };

  // Runs under the lock; functions that are given the lock release it while they read.
  Opened Use(MapSlot& slot);
  absl::StatusOr<std::shared_ptr<const PackageReader>> Fetch(MapSlot& slot, const Deadline& deadline,
                                                             Lock& lock);
  absl::StatusOr<Opened> Load(MapSlot& slot, std::shared_ptr<const PackageReader> fetched, Lock lock);
  static absl::Status FindPackage(MapSlot& slot, Lock& lock);
  static void NoteDamage(MapSlot& slot, const std::shared_ptr<const ServedPackage>& package,
                         const absl::Status& status);
  // Runs without the lock, by the thread that has the slot's `is_loading_`.
  static ListedMap LookAgain(const MapSlot& slot);
  static uint64_t BytesOf(const MapSlot& slot);
  bool Fits(uint64_t maps, uint64_t bytes) const;
  bool CouldFit(const MapSlot& slot) const;
  // Whether dropping the map, which is loaded, would free its room.
  static bool IsDroppable(const MapSlot& slot) { return !slot.is_pinned_ && slot.opened_.use_count() == 1; }
  std::vector<Dropped> MakeRoom(uint64_t maps, uint64_t bytes);
  Dropped TakeOut(MapSlot& slot);
  // Runs without the lock.
  static void GiveBack(std::vector<Dropped> dropped);

  const MapLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable loaded_;
  std::list<MapSlot*> by_use_;  // the last used first
  Counts counts_;
};

}  // namespace waystone
