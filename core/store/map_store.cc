#include "core/store/map_store.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

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

// The folder's world; null where it has none, `old` where it is broken.
std::shared_ptr<WorldStore> LoadWorld(const std::string& folder, std::shared_ptr<WorldStore> old,
                                      std::vector<MapStore::Refusal>& refusals) {
  const std::string path = (std::filesystem::path(folder) / kWorldFileName).string();
  absl::StatusOr<std::shared_ptr<const LoadedWorld>> world = LoadedWorld::Load(path);
  if (absl::IsNotFound(world.status())) return nullptr;
  if (!world.ok()) {
    refusals.push_back({path, world.status()});
    return old;
  }
  auto store = std::make_shared<WorldStore>(*std::move(world), folder, WorldStoreOptions{});
  store->LookForMaps();
  return store;
}

}  // namespace

absl::StatusOr<std::vector<MapStore::Refusal>> MapStore::LoadFolder(const std::string& folder) {
  const std::lock_guard<std::mutex> one_load(load_mutex_);
  WS_ASSIGN_OR_RETURN(const std::vector<std::string> paths, ListPackages(folder));
  std::map<std::string, std::shared_ptr<const LoadedMap>> old_by_path;
  for (const auto& map : All()) old_by_path.emplace(map->package().name(), map);

  Maps fresh;
  std::vector<Refusal> refusals;
  for (const std::string& path : paths) {
    absl::StatusOr<std::shared_ptr<const LoadedMap>> map = LoadedMap::Load(path);
    if (!map.ok()) {
      refusals.push_back({path, map.status()});
      const auto old = old_by_path.find(path);
      if (old == old_by_path.end()) continue;
      map = old->second;
    }
    const std::string& map_id = (*map)->manifest().map_id;
    const auto [taken, added] = fresh.try_emplace(map_id, *map);
    if (added) continue;
    refusals.push_back(
        {path, absl::AlreadyExistsError(StrCat(path, ": map id ", Quoted(map_id), " is taken by ",
                                               taken->second->package().name()))});
  }
  std::shared_ptr<WorldStore> world = LoadWorld(folder, World(), refusals);
  const std::lock_guard<std::mutex> lock(mutex_);
  maps_.swap(fresh);
  world_ = std::move(world);
  return refusals;
}

std::shared_ptr<WorldStore> MapStore::World() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return world_;
}

absl::StatusOr<std::shared_ptr<const LoadedMap>> MapStore::Find(std::string_view map_id) const {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto found = maps_.find(map_id);
    if (found != maps_.end()) return found->second;
  }
  return absl::NotFoundError(StrCat("map ", Quoted(map_id), " is not loaded"));
}

std::vector<std::shared_ptr<const LoadedMap>> MapStore::All() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<std::shared_ptr<const LoadedMap>> all;
  all.reserve(maps_.size());
  for (const auto& [map_id, map] : maps_) all.push_back(map);
  return all;
}

}  // namespace waystone
