#include "core/store/map_store.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

// Paths of the folder's packages, sorted.
absl::StatusOr<std::vector<std::string>> ListPackages(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    if (it->path().extension() == ".waymap") paths.push_back(it->path().string());
  }
  if (error) return absl::ErrnoToStatus(error.value(), StrCat(folder, ": list packages"));
  std::sort(paths.begin(), paths.end());
  return paths;
}

// The folder's world; null if it has none, `old` if it is broken or the same.
std::shared_ptr<const LoadedWorld> LoadWorld(const std::string& folder,
                                             const std::shared_ptr<const LoadedWorld>& old,
                                             std::vector<MapStore::Refusal>& refusals) {
  const std::string path = (std::filesystem::path(folder) / kWorldFileName).string();
  absl::StatusOr<std::shared_ptr<const LoadedWorld>> world = LoadedWorld::Load(path);
  if (absl::IsNotFound(world.status())) return nullptr;
  if (!world.ok()) {
    refusals.push_back({path, world.status()});
    return old;
  }
  return old != nullptr && old->generation() == (*world)->generation() ? old : *std::move(world);
}

// Where a bake puts a map's package in the folder of another file.
std::string OwnPath(const std::string& path, std::string_view map_id) {
  return PlacedPath(std::filesystem::path(path).parent_path().string(), map_id);
}

absl::Status CheckWhole(const ServedPackage& package) {
  const absl::Status status = LoadedMap::CheckWhole(package.reader);
  package.reader->ForgetAll();
  return status;
}

// Where the package is, or will be moved.
std::string PathOf(const ServedPackage& package, const std::string& folder) {
  const std::string& map_id = package.summary.map_id;
  if (package.remote != nullptr) return PackageFileName(map_id);
  const std::string& path = package.reader->name();
  return path == StagedPath(folder, map_id) ? PlacedPath(folder, map_id) : path;
}

// `refused`: the first refusal of each path.
absl::Status WhyMissing(const std::string& path, const std::map<std::string_view, absl::Status>& refused) {
  const auto refusal = refused.find(path);
  return refusal == refused.end() ? absl::NotFoundError(StrCat(path, ": not there")) : refusal->second;
}

}  // namespace

absl::StatusOr<std::vector<MapStore::Refusal>> MapStore::LoadFolder(const std::string& folder) {
  const std::lock_guard<std::mutex> one_load(load_mutex_);
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> paths, ListPackages(folder));
  std::vector<Refusal> refusals;
  Packages packages = OpenPackages(paths, refusals);
  const std::shared_ptr<WorldStore> old_world = World();
  const size_t refused_packages = refusals.size();
  const std::shared_ptr<const LoadedWorld> loaded_world =
      LoadWorld(folder, old_world == nullptr ? nullptr : old_world->shared_world(), refusals);
  const bool is_world_refused = refusals.size() > refused_packages;
  if (loaded_world != nullptr && is_world_refused) KeepMapsOf(*loaded_world, packages, refusals);
  if (loaded_world != nullptr) TakeStaged(*loaded_world, folder, packages, refusals);
  Publish(folder, packages, loaded_world, refusals);
  return refusals;
}

void MapStore::Serve(const Contents& contents) {
  const std::lock_guard<std::mutex> one_load(load_mutex_);
  Packages packages;
  for (const std::shared_ptr<const ServedPackage>& package : contents.packages) {
    const std::string& map_id = package->summary.map_id;
    const ListedMap known = FindListed(map_id);
    packages.emplace(map_id, known.package == package ? known : ListedMap{package, absl::OkStatus()});
  }
  Publish("", packages, contents.world, contents.refusals);
}

// REQUIRES: the lock of loads is held.
void MapStore::Publish(const std::string& folder, const Packages& packages,
                       const std::shared_ptr<const LoadedWorld>& loaded_world,
                       const std::vector<Refusal>& refusals) {
  Slots fresh;
  std::shared_ptr<WorldStore> world;
  if (loaded_world != nullptr) world = AddWorld(loaded_world, folder, packages, refusals, fresh);
  for (const auto& [map_id, listed] : packages) {
    if (!fresh.contains(map_id))
      fresh.emplace(map_id, SlotOf(map_id, PathOf(*listed.package, folder), listed));
  }
  std::map<std::string, absl::Status, std::less<>> refused;
  absl::Status refused_world;
  for (const Refusal& refusal : refusals) {
    const std::filesystem::path path = refusal.path;
    if (path.filename() == kWorldFileName) refused_world.Update(refusal.status);
    refused.try_emplace(path.stem().string(), refusal.status);
  }
  std::vector<std::shared_ptr<MapSlot>> forgotten;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const std::string& map_id : pinned_) {
      if (const auto slot = fresh.find(map_id); slot != fresh.end()) cache_.Pin(*slot->second);
    }
    slots_.swap(fresh);
    refused_.swap(refused);
    refused_world_ = refused_world;
    world_ = std::move(world);
    forgotten = KeepReplaced(fresh);
  }
  has_folder_ = true;
  for (const std::shared_ptr<MapSlot>& slot : forgotten) cache_.Retire(*slot);
}

// Keeps slots that were replaced, and returns those to retire: old ones that are not kept, and kept ones over the limit.
// REQUIRES: the lock is held.
std::vector<std::shared_ptr<MapSlot>> MapStore::KeepReplaced(const Slots& old) {
  std::vector<std::shared_ptr<MapSlot>> forgotten;
  const auto forget_if = [&](std::list<Replaced>& kept, const auto& is_over) {
    kept.remove_if([&](const Replaced& one) {
      if (is_over(one)) forgotten.push_back(one.slot);
      return is_over(one);
    });
  };
  for (const auto& [map_id, slot] : old) {
    const auto current = slots_.find(map_id);
    if (current != slots_.end() && current->second == slot) continue;
    const ListedMap was = cache_.Listed(*slot);
    const ListedMap is = current == slots_.end() ? ListedMap() : cache_.Listed(*current->second);
    std::list<Replaced>& kept = replaced_[map_id];
    const bool is_kept = was.IsUsable() && is.package != nullptr;
    if (is_kept) {
      cache_.Unpin(*slot);  // the map is pinned in the generation that is served
      kept.push_front({was.package->summary.generation, slot, Deadline::Clock::now()});
    } else {
      forgotten.push_back(slot);
    }
    forget_if(kept, [&](const Replaced& one) {
      return is.package == nullptr || one.generation == is.package->summary.generation;
    });
    if (kept.size() <= limits().kept_generations) continue;
    const auto last = std::next(kept.begin(), limits().kept_generations);
    for (auto it = last; it != kept.end(); ++it) forgotten.push_back(it->slot);
    kept.erase(last, kept.end());
  }
  std::erase_if(replaced_, [](const auto& of_map) { return of_map.second.empty(); });
  return forgotten;
}

MapStore::Packages MapStore::OpenPackages(const std::vector<std::string>& paths,
                                          std::vector<Refusal>& refusals) const {
  std::map<std::string, std::vector<ListedMap>> known_by_path;  // several, if files were copied and replaced
  for (const auto& [map_id, slot] : slots_) {
    if (ListedMap known = cache_.Listed(*slot); known.package != nullptr)
      known_by_path[slot->path()].push_back(known);
  }
  struct Found {
    ListedMap listed;
    std::string path;
  };
  std::map<std::string, Found> found_by_id;
  for (const std::string& path : paths) {
    for (const ListedMap& listed : OpenPackage(path, known_by_path[path], refusals)) {
      const std::string& map_id = listed.package->summary.map_id;
      Found found{listed, path};
      Found& taken = found_by_id.try_emplace(map_id).first->second;
      const bool is_better =
          taken.listed.package == nullptr || !taken.listed.IsUsable() || path == OwnPath(path, map_id);
      if (is_better && (listed.IsUsable() || taken.listed.package == nullptr)) std::swap(taken, found);
      if (!found.listed.IsUsable()) continue;
      refusals.push_back({found.path, absl::AlreadyExistsError(StrCat(found.path, ": map id ", Quoted(map_id),
                                                                      " is taken by ", taken.path))});
    }
  }
  Packages packages;
  for (auto& [map_id, found] : found_by_id) packages.emplace(map_id, std::move(found.listed));
  return packages;
}

// What is listed of the path from now on. `known` is what was listed of it.
std::vector<ListedMap> MapStore::OpenPackage(const std::string& path, const std::vector<ListedMap>& known,
                                             std::vector<Refusal>& refusals) const {
  const absl::StatusOr<std::shared_ptr<const ServedPackage>> package = ServedPackage::Open(path);
  absl::Status status = package.status();
  const auto same = std::find_if(known.begin(), known.end(), [&](const ListedMap& one) {
    return package.ok() && one.package->summary.generation == (*package)->summary.generation;
  });
  if (same != known.end() && (*package)->file == same->package->file) {  // known with what was checked of it
    if (!same->damage.ok()) refusals.push_back({path, same->damage});
    return {*same};
  }
  if (package.ok() && has_folder_) status = CheckWhole(**package);
  if (status.ok()) {
    const bool is_kept = same != known.end() && same->IsUsable() && CheckWhole(*same->package).ok();
    return {{is_kept ? same->package : *package, absl::OkStatus()}};
  }
  refusals.push_back({path, status});
  return known;
}

// The served world stays because its new file is refused: so do its maps, if packages for the new one took their places.
void MapStore::KeepMapsOf(const LoadedWorld& world, Packages& packages,
                          std::vector<Refusal>& refusals) const {
  for (uint32_t i = 0; i < world.view().maps().size(); ++i) {
    const std::string map_id(world.view().MapId(WorldMapIndex(i)));
    const std::string generation = world.MapGeneration(WorldMapIndex(i));
    const auto found = packages.find(map_id);
    if (found == packages.end() || found->second.package->summary.generation == generation) continue;
    const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
    const ListedMap known = slot == nullptr ? ListedMap() : cache_.Listed(*slot);
    if (!known.IsUsable() || known.package->summary.generation != generation) continue;
    if (!CheckWhole(*known.package).ok()) continue;
    const std::string path = found->second.package->reader->name();
    refusals.push_back({path, absl::FailedPreconditionError(StrCat(
                                  path,
                                  ": not the package that the served world was made with, whose new file "
                                  "is refused"))});
    found->second = known;
  }
}

// The packages were opened before the world file: a bake may have replaced both meanwhile.
void MapStore::TakeStaged(const LoadedWorld& world, const std::string& folder, Packages& packages,
                          std::vector<Refusal>& refusals) const {
  for (uint32_t i = 0; i < world.view().maps().size(); ++i) {
    const std::string map_id(world.view().MapId(WorldMapIndex(i)));
    const std::string generation = world.MapGeneration(WorldMapIndex(i));
    const auto found = packages.find(map_id);
    if (found != packages.end() && found->second.IsUsable() &&
        found->second.package->summary.generation == generation) {
      continue;
    }
    const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
    const ListedMap known = slot == nullptr ? ListedMap() : cache_.Listed(*slot);
    const auto served = known.IsUsable() ? known.package : nullptr;
    const auto staged = FindWorldPackage(folder, map_id, generation);
    if (absl::IsNotFound(staged.status())) continue;
    absl::Status status = staged.status();
    const bool is_served = staged.ok() && served != nullptr && served->summary.generation == generation &&
                           CheckWhole(*served).ok();
    if (staged.ok() && has_folder_ && !is_served) status = CheckWhole(**staged);
    if (status.ok()) {
      packages[map_id] = {is_served ? served : *staged, absl::OkStatus()};
    } else if (!staged.ok() || (*staged)->reader->name() == StagedPath(folder, map_id)) {
      refusals.push_back({StagedPath(folder, map_id), status});  // those in their place have been checked
    }
  }
}

// Adds the slots of the world's maps.
std::shared_ptr<WorldStore> MapStore::AddWorld(const std::shared_ptr<const LoadedWorld>& world,
                                               const std::string& folder, const Packages& packages,
                                               const std::vector<Refusal>& refusals, Slots& slots) const {
  std::vector<std::shared_ptr<MapSlot>> by_number;
  std::map<WorldMapIndex, absl::Status> missing;
  std::map<std::string_view, absl::Status> refused;
  for (const Refusal& refusal : refusals) refused.try_emplace(refusal.path, refusal.status);
  for (uint32_t i = 0; i < world->view().maps().size(); ++i) {
    const WorldMapIndex map(i);
    const std::string map_id(world->view().MapId(map));
    std::shared_ptr<MapSlot>& slot = by_number.emplace_back();
    const auto found = packages.find(map_id);
    if (found == packages.end()) {
      const std::string path = PlacedPath(folder, map_id);
      missing[map] = WhyMissing(path, refused);
      slot = SlotOf(map_id, path, {}, world, map);
    } else if (found->second.package->summary.generation == world->MapGeneration(map)) {
      if (!found->second.damage.ok()) missing[map] = found->second.damage;
      slot = SlotOf(map_id, PathOf(*found->second.package, folder), found->second, world, map);
    } else {
      missing[map] = NotJoined(PathOf(*found->second.package, folder), map_id);
      continue;
    }
    slots.emplace(map_id, slot);
  }
  return std::make_shared<WorldStore>(world, std::move(by_number), std::move(missing), cache_);
}

// The existing slot, loaded or not, if nothing is new.
std::shared_ptr<MapSlot> MapStore::SlotOf(const std::string& map_id, const std::string& path,
                                          const ListedMap& listed,
                                          const std::shared_ptr<const LoadedWorld>& world,
                                          WorldMapIndex world_map) const {
  const std::shared_ptr<MapSlot> old = FindSlot(map_id);
  const ListedMap known = old == nullptr ? ListedMap() : cache_.Listed(*old);
  const bool is_same = known.package != nullptr && known.package == listed.package &&
                       known.IsUsable() == listed.IsUsable() && old->world() == world.get();
  return is_same ? old : std::make_shared<MapSlot>(map_id, path, listed, world, world_map);
}

void MapStore::Pin(const std::string& map_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  pinned_.insert(map_id);
  if (const auto slot = slots_.find(map_id); slot != slots_.end()) cache_.Pin(*slot->second);
}

std::vector<std::string> MapStore::Pinned() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {pinned_.begin(), pinned_.end()};
}

std::shared_ptr<MapSlot> MapStore::FindSlot(std::string_view map_id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = slots_.find(map_id);
  return found == slots_.end() ? nullptr : found->second;
}

std::shared_ptr<MapSlot> MapStore::FindSlot(std::string_view map_id, std::string_view generation) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto current = slots_.find(map_id);
  if (current == slots_.end()) return nullptr;
  const ListedMap listed = cache_.Listed(*current->second);
  if (listed.package != nullptr && listed.package->summary.generation == generation) return current->second;
  const auto kept = replaced_.find(map_id);
  if (kept == replaced_.end()) return nullptr;
  for (Replaced& one : kept->second) {
    if (one.generation != generation) continue;
    one.asked_at = Deadline::Clock::now();
    return one.slot;
  }
  return nullptr;
}

std::shared_ptr<WorldStore> MapStore::World() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return world_;
}

absl::Status MapStore::WhyNoWorld() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return absl::IsDataLoss(refused_world_) ? refused_world_ : absl::NotFoundError("no world file is loaded");
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> MapStore::Find(std::string_view map_id,
                                                                const Deadline& deadline) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
  if (slot == nullptr) return WhyNotServed(map_id);
  const absl::StatusOr<std::shared_ptr<const OpenedMap>> opened = cache_.Open(*slot, deadline);
  if (absl::IsNotFound(opened.status())) {
    const ListedMap listed = cache_.Listed(*slot);
    const bool is_remote = listed.package != nullptr && listed.package->remote != nullptr;
    if (is_remote) return absl::UnavailableError(opened.status().message());  // the map is served
  }
  WS_RETURN_IF_ERROR(opened.status());
  return std::shared_ptr<const LoadedMap>(*opened, (*opened)->map.get());
}

absl::Status MapStore::WhyNotServed(std::string_view map_id) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto refused = refused_.find(map_id);
  if (refused != refused_.end() && absl::IsDataLoss(refused->second)) return refused->second;
  return absl::NotFoundError(StrCat("map ", Quoted(map_id), " is not served"));
}

std::shared_ptr<const LoadedMap> MapStore::FindLoaded(std::string_view map_id) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
  const std::shared_ptr<const OpenedMap> opened = slot == nullptr ? nullptr : cache_.OpenIfLoaded(*slot);
  if (opened == nullptr) return nullptr;
  return {opened, opened->map.get()};
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> MapStore::FindGeneration(std::string_view map_id,
                                                                          std::string_view generation,
                                                                          const Deadline& deadline) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id, generation);
  const auto not_found = [&] {
    return absl::NotFoundError(StrCat("map ", Quoted(map_id), " is not served in that generation"));
  };
  if (slot == nullptr) return not_found();
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const OpenedMap> opened, cache_.Open(*slot, deadline));
  if (opened->map->generation() != generation) return not_found();  // it was damaged, and its file replaced
  return std::shared_ptr<const LoadedMap>(opened, opened->map.get());
}

std::shared_ptr<const LoadedMap> MapStore::FindLoadedGeneration(std::string_view map_id,
                                                                std::string_view generation) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id, generation);
  const std::shared_ptr<const OpenedMap> opened = slot == nullptr ? nullptr : cache_.OpenIfLoaded(*slot);
  if (opened == nullptr || opened->map->generation() != generation) return nullptr;
  return {opened, opened->map.get()};
}

size_t MapStore::replaced_count() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  size_t count = 0;
  for (const auto& [map_id, kept] : replaced_) count += kept.size();
  return count;
}

std::vector<ListedMap> MapStore::All() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<ListedMap> all;
  all.reserve(slots_.size());
  for (const auto& [map_id, slot] : slots_) {
    if (ListedMap listed = cache_.Listed(*slot); listed.package != nullptr) all.push_back(std::move(listed));
  }
  return all;
}

bool MapStore::HasUsable() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return std::any_of(slots_.begin(), slots_.end(),
                     [&](const auto& slot) { return cache_.Listed(*slot.second).IsUsable(); });
}

void MapStore::LookAgain(Deadline::Clock::time_point now) const {
  std::vector<std::shared_ptr<MapSlot>> damaged;
  std::vector<std::shared_ptr<MapSlot>> forgotten;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (auto& [map_id, kept] : replaced_) {
      kept.remove_if([&, now](const Replaced& one) {
        const bool is_over = now - one.asked_at >= kForgotten;
        if (is_over) forgotten.push_back(one.slot);
        return is_over;
      });
    }
    std::erase_if(replaced_, [](const auto& of_map) { return of_map.second.empty(); });
    for (const auto& [map_id, slot] : slots_) {
      if (slot->world() == nullptr && !cache_.Listed(*slot).IsUsable()) damaged.push_back(slot);
    }
  }
  for (const auto& slot : forgotten) cache_.Retire(*slot);
  for (const auto& slot : damaged) (void)cache_.Look(*slot);  // the list tells
  if (const std::shared_ptr<WorldStore> world = World(); world != nullptr) world->LookForMissing();
}

bool MapStore::IsLoaded(std::string_view map_id) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
  return slot != nullptr && cache_.IsLoaded(*slot);
}

ListedMap MapStore::FindListed(std::string_view map_id) const {
  const std::shared_ptr<MapSlot> slot = FindSlot(map_id);
  return slot == nullptr ? ListedMap() : cache_.Listed(*slot);
}

}  // namespace waystone
