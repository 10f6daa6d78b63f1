// All the maps of a folder of packages, or of another source of them.
#pragma once

#include <chrono>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/deadline.h"
#include "core/store/loaded_map.h"
#include "core/store/map_cache.h"
#include "core/store/world_store.h"

namespace waystone {

// Maps by id, loaded on first use and kept within limits. Thread-safe: readers get a shared_ptr that stays
// valid over drops and reloads, and never wait for a reload.
class MapStore {
 public:
  // A package that was refused, and why.
  struct Refusal {
    std::string path;
    absl::Status status;
  };

  explicit MapStore(const MapLimits& limits = {}) : cache_(limits) {}

  // Lists the world, if the folder has a kWorldFileName, and every *.waymap of the folder (sorted by name),
  // replacing what was served. The first time it reads header, table and manifest of each package; later, of a
  // package that is new or another one, every byte (LoadedMap::CheckWhole). Of the world file it checks every byte. A
  // map of the world whose package is another one than the world file names is looked for where a bake puts packages
  // aside (world_folder.h).
  // Broken packages are refused by name, and so are all but one of a map_id: the one named after it, or else the first. The
  // rest is served. A file that is refused keeps serving the package that was last served from it; if that was damaged, the
  // map stays listed. With a world whose new file is refused, the packages of its maps stay. Maps whose file is gone
  // are dropped. NotFound if the folder does not exist; then, and on any other error of reading the folder, nothing
  // changes.
  absl::StatusOr<std::vector<Refusal>> LoadFolder(const std::string& folder);

  // What comes from elsewhere than a folder.
  struct Contents {
    std::vector<std::shared_ptr<const ServedPackage>> packages;  // remote ones, each of another map
    std::shared_ptr<const LoadedWorld> world;                    // null: none
    std::vector<Refusal> refusals;  // what was refused of the world's file and of maps that are not served
  };
  // Replaces what is served, all at once. A package that was given before, by the same pointer, goes on as it is.
  void Serve(const Contents& contents);

  // Null if the folder had no world, or a broken one (a refusal; the world loaded before stays). The store
  // must outlive it.
  std::shared_ptr<WorldStore> World() const;
  // Why there is none: DataLoss if its file was refused as damaged, or else NotFound.
  absl::Status WhyNoWorld() const;
  // Loads the map if need be. NotFound naming it, or DataLoss if the file named after it was refused as damaged; else as
  // MapCache::Open, but Unavailable if a remote package is not to be found.
  absl::StatusOr<std::shared_ptr<const LoadedMap>> Find(std::string_view map_id,
                                                        const Deadline& deadline = {}) const;
  // Null if there is none, or it would have to be loaded.
  std::shared_ptr<const LoadedMap> FindLoaded(std::string_view map_id) const;
  // The same of a generation: the one that is served, or one that it replaced (MapLimits::kept_generations) and for which
  // somebody has asked within kForgotten. NotFound naming the map if it is neither.
  absl::StatusOr<std::shared_ptr<const LoadedMap>> FindGeneration(std::string_view map_id,
                                                                  std::string_view generation,
                                                                  const Deadline& deadline = {}) const;
  std::shared_ptr<const LoadedMap> FindLoadedGeneration(std::string_view map_id,
                                                        std::string_view generation) const;
  static constexpr std::chrono::minutes kForgotten{10};
  // Generations that were replaced and still answer, of all maps.
  size_t replaced_count() const;
  // Keeps the map loaded, from when it is loaded on, in whatever generation, until the store ends.
  void Pin(const std::string& map_id);
  // The pinned maps, sorted, served or not.
  std::vector<std::string> Pinned() const;
  // What is served, loaded or not, and maps that turned out to be damaged, sorted by map id.
  std::vector<ListedMap> All() const;
  // Whether a map is served of whose package nothing wrong is known.
  bool HasUsable() const;
  // Looks whether damaged and missing maps have good packages by now, as opening one does, and forgets replaced generations.
  void LookAgain(Deadline::Clock::time_point now = Deadline::Clock::now()) const;
  bool IsLoaded(std::string_view map_id) const;
  // The package is null if there is none.
  ListedMap FindListed(std::string_view map_id) const;

  const MapLimits& limits() const { return cache_.limits(); }
  MapCache::Counts counts() const { return cache_.counts(); }

 private:
  using Slots = std::map<std::string, std::shared_ptr<MapSlot>, std::less<>>;
  using Packages = std::map<std::string, ListedMap>;
  // A map as it was served before.
  struct Replaced {
    std::string generation;
    std::shared_ptr<MapSlot> slot;
    Deadline::Clock::time_point asked_at;
  };

  void Publish(const std::string& folder, const Packages& packages,
               const std::shared_ptr<const LoadedWorld>& loaded_world, const std::vector<Refusal>& refusals);
  Packages OpenPackages(const std::vector<std::string>& paths, std::vector<Refusal>& refusals) const;
  std::vector<ListedMap> OpenPackage(const std::string& path, const std::vector<ListedMap>& known,
                                     std::vector<Refusal>& refusals) const;
  void KeepMapsOf(const LoadedWorld& world, Packages& packages, std::vector<Refusal>& refusals) const;
  void TakeStaged(const LoadedWorld& world, const std::string& folder, Packages& packages,
                  std::vector<Refusal>& refusals) const;
  std::shared_ptr<WorldStore> AddWorld(const std::shared_ptr<const LoadedWorld>& world,
                                       const std::string& folder, const Packages& packages,
                                       const std::vector<Refusal>& refusals, Slots& slots) const;
  std::shared_ptr<MapSlot> SlotOf(const std::string& map_id, const std::string& path, const ListedMap& listed,
                                  const std::shared_ptr<const LoadedWorld>& world = nullptr,
                                  WorldMapIndex world_map = WorldMapIndex::None()) const;
  std::shared_ptr<MapSlot> FindSlot(std::string_view map_id) const;
  std::shared_ptr<MapSlot> FindSlot(std::string_view map_id, std::string_view generation) const;
  std::vector<std::shared_ptr<MapSlot>> KeepReplaced(const Slots& old);
  absl::Status WhyNotServed(std::string_view map_id) const;

  std::mutex load_mutex_;    // one LoadFolder or Serve at a time
  bool has_folder_ = false;  // a LoadFolder has ended well
  mutable MapCache cache_;
  mutable std::mutex mutex_;
  Slots slots_;
  mutable std::map<std::string, std::list<Replaced>, std::less<>> replaced_;  // by map, the last first
  std::map<std::string, absl::Status, std::less<>> refused_;  // by the file's name without its ending
  absl::Status refused_world_;                                // Ok: it was not refused
  std::set<std::string, std::less<>> pinned_;
  std::shared_ptr<WorldStore> world_;
};

}  // namespace waystone
