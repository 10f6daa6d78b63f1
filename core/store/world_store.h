// The maps of a world by their numbers, loaded when they are needed (S4.7).
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/store/loaded_world.h"
#include "core/store/map_cache.h"

namespace waystone {

// Thread-safe. What is given out stays valid while it is held; the world's tables are always in memory.
class WorldStore {
 public:
  // By map: what is served of it, null if that is another package than the world was made with; and, if it is
  // missing, why. The cache must outlive this.
  WorldStore(std::shared_ptr<const LoadedWorld> world, std::vector<std::shared_ptr<MapSlot>> slots,
             std::map<WorldMapIndex, absl::Status> missing, MapCache& cache)
      : world_(std::move(world)), slots_(std::move(slots)), cache_(cache), missing_(std::move(missing)) {}

  const LoadedWorld& world() const { return *world_; }
  const std::shared_ptr<const LoadedWorld>& shared_world() const { return world_; }

  // The map of that number. FailedPrecondition naming the map if its package is another one than the world
  // was made with; else as MapCache::Open.
  absl::StatusOr<std::shared_ptr<const OpenedMap>> Open(WorldMapIndex map, const Deadline& deadline = {});
  // Whether the error of an Open tells that the map is missing: what may be had a moment later is not.
  static bool IsMissing(const absl::Status& status) {
    return !status.ok() && !absl::IsUnavailable(status) && !absl::IsDeadlineExceeded(status) &&
           !absl::IsCancelled(status);
  }
  bool IsLoaded(WorldMapIndex map) const;
  // MapCache::LoadAhead.
  void LoadAhead(WorldMapIndex map, std::span<const WorldMapIndex> keep);

  // From now on calls `tell`, on any thread, for each map that turns out to be missing, with the reason.
  void TellMissing(std::function<void(WorldMapIndex map, const absl::Status& why)> tell);
  // By map: its package is known to be missing, broken or another one; empty if there are none.
  std::vector<bool> MissingMaps() const;
  uint32_t MissingCount() const;
  // Of these, those that were baked anew outside of the world (IsNotJoined), ascending.
  std::vector<WorldMapIndex> NotJoinedMaps() const;
  // NotFound: its package is not there; FailedPrecondition: it is another one than the world was made with; else: it,
  // or what the world keeps of the map, is damaged. Ok if nothing is known.
  absl::Status WhyMissing(WorldMapIndex map) const;
  // Looks for missing maps again, as opening one of them does; not for those whose package is another one.
  void LookForMissing();
  // Looks for these again: why each of them is missing, Ok if it is back.
  std::vector<absl::Status> LookFor(std::span<const WorldMapIndex> maps);

 private:
  void Note(WorldMapIndex map, const absl::Status& status);

  const std::shared_ptr<const LoadedWorld> world_;
  const std::vector<std::shared_ptr<MapSlot>> slots_;
  MapCache& cache_;
  mutable std::mutex mutex_;
  std::map<WorldMapIndex, absl::Status> missing_;
  std::function<void(WorldMapIndex map, const absl::Status& why)> tell_missing_;
};

}  // namespace waystone
