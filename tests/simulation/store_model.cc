#include "tests/simulation/store_model.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/base/check.h"
#include "core/base/str_cat.h"
#include "core/store/manifest_codec.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

bool IsGood(const ServedPackage& package) {
  const auto* const begin = reinterpret_cast<const std::byte*>(&package.reader->header());
  return AllPublished().FindMap({begin, begin + package.summary.size_bytes}) >= 0;
}

std::string WorldPath(const std::string& folder) { return StrCat(folder, "/", kWorldFileName); }

// Of what has been decided about the paths of a folder.
class Expected {
 public:
  Expected(const std::string& folder, const FolderLook& files, const StoreLook& before, bool is_first)
      : folder_(folder), files_(files), before_(before), is_first_(is_first) {}

  StoreExpectation Find() {
    for (const auto& [path, file] : files_) {
      if (fs::path(path).parent_path() == folder_ && path.ends_with(".waymap")) TakeFile(path, file);
    }
    TakeWorld();
    return result_;
  }

 private:
  void TakeFile(const std::string& path, const FileLook& file) {
    if (file.map >= 0 || (is_first_ && file.opens)) {
      Take(path, file.map_id, {path, file.generation, file.map >= 0});
      return;
    }
    bool was_bad = false;
    for (const auto& [map_id, old] : before_.maps) {  // whatever was served of it stays
      if (old.path != path) continue;
      was_bad = was_bad || !old.is_good;
      Take(path, map_id, old);
    }
    (was_bad ? result_.may_refused : result_.refused).insert(path);
  }

  void Take(const std::string& path, const std::string& map_id, ServedLook served) {
    const auto [taken, added] = result_.store.maps.emplace(map_id, served);
    if (added) return;
    if (path == PlacedPath(folder_, map_id))
      std::swap(taken->second, served);  // the one named after the map stays
    result_.refused.insert(served.path);
  }

  void TakeWorld() {
    const auto file = files_.find(WorldPath(folder_));
    if (file == files_.end()) return;
    result_.store.world = before_.world;
    if (file->second.world < 0) {
      result_.refused.insert(file->first);
    } else {
      result_.store.world = AllPublished().worlds[static_cast<size_t>(file->second.world)].generation;
    }
    for (const PublishedWorld& world : AllPublished().worlds) {
      if (world.generation != result_.store.world) continue;
      for (const size_t map : world.maps) {
        if (file->second.world < 0) Keep(AllPublished().maps[map]);
        TakeStaged(AllPublished().maps[map]);
      }
    }
  }

  // The map of a world that stays, if another package took its place.
  void Keep(const PublishedMap& map) {
    const auto served = result_.store.maps.find(map.map_id);
    const auto old = before_.maps.find(map.map_id);
    if (served == result_.store.maps.end() || served->second.generation == map.generation) return;
    if (old == before_.maps.end() || old->second.generation != map.generation || !old->second.is_good) return;
    result_.refused.insert(served->second.path);
    served->second = old->second;
  }

  // The map of the world, if it is not in its place.
  void TakeStaged(const PublishedMap& map) {
    const auto served = result_.store.maps.find(map.map_id);
    if (served != result_.store.maps.end() && served->second.generation == map.generation) return;
    const auto is_it = [&](const auto& file) {
      return file != files_.end() && file->second.opens && file->second.generation == map.generation;
    };
    const std::string staged_path = StagedPath(folder_, map.map_id);
    const auto staged = files_.find(staged_path);
    auto found = files_.find(PlacedPath(folder_, map.map_id));
    if (!is_it(found)) {
      found = staged;
      if (staged != files_.end() && !staged->second.opens) result_.refused.insert(staged_path);
    }
    if (!is_it(found)) return;
    const auto old = before_.maps.find(map.map_id);
    const bool is_served =
        old != before_.maps.end() && old->second.generation == map.generation && old->second.is_good;
    if (!is_served && !is_first_ && found->second.map < 0) {
      if (found == staged) result_.refused.insert(staged_path);
      return;
    }
    result_.store.maps[map.map_id] = {PlacedPath(folder_, map.map_id), map.generation,
                                      is_served || found->second.map >= 0};
  }

  const std::string& folder_;
  const FolderLook& files_;
  const StoreLook& before_;
  const bool is_first_;
  StoreExpectation result_;
};

}  // namespace

PackageFile ReadBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  const auto span = std::as_bytes(std::span(bytes));
  return {span.begin(), span.end()};
}

FileLook LookAtFile(const std::string& path) {
  FileLook look;
  const PackageFile bytes = ReadBytes(path);
  look.map = AllPublished().FindMap(bytes);
  look.world = AllPublished().FindWorld(bytes);
  const auto reader = PackageReader::FromBytes(bytes, path);
  if (!reader.ok()) return look;
  const auto manifest = ReadManifestSection(**reader);
  if (!manifest.ok()) return look;
  look.opens = true;
  look.map_id = manifest->map_id;
  look.generation = (*reader)->Generation();
  return look;
}

FolderLook LookAt(const std::string& folder) {
  FolderLook files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string();
    if (entry.is_regular_file() && !path.ends_with(".tmp")) files[path] = LookAtFile(path);
  }
  return files;
}

StoreLook LookAt(const MapStore& store, const std::string& folder) {
  StoreLook look;
  for (const ListedMap& listed : store.All()) {
    look.listed.insert(listed.package->summary.map_id);
    if (!listed.IsUsable()) continue;
    const auto& package = listed.package;
    const std::string& map_id = package->summary.map_id;
    const std::string& path = package->reader->name();
    const bool is_staged = path == StagedPath(folder, map_id);
    look.maps[map_id] = {is_staged ? PlacedPath(folder, map_id) : path, package->summary.generation,
                         IsGood(*package)};
  }
  if (store.World() != nullptr) look.world = store.World()->world().generation();
  return look;
}

StoreExpectation ExpectReload(const std::string& folder, const FolderLook& files, const StoreLook& before,
                              bool is_first) {
  return Expected(folder, files, before, is_first).Find();
}

std::string CompareReload(const StoreExpectation& expected, const StoreLook& after,
                          const std::vector<MapStore::Refusal>& refused) {
  if (after.world != expected.store.world)
    return StrCat("the world served is ", after.world, " instead of ", expected.store.world);
  for (const auto& [map_id, served] : expected.store.maps) {
    const auto found = after.maps.find(map_id);
    if (found == after.maps.end()) return StrCat(map_id, " is not served");
    if (found->second.generation != served.generation)
      return StrCat(map_id, " is served in another generation");
    if (served.is_good && !found->second.is_good) return StrCat(map_id, " is served by damaged bytes");
  }
  for (const auto& [map_id, served] : after.maps) {
    if (!expected.store.maps.contains(map_id)) return StrCat(map_id, " is served and should not be");
  }
  std::set<std::string> told;
  for (const MapStore::Refusal& refusal : refused) told.insert(refusal.path);
  for (const std::string& path : expected.refused) {
    if (!told.contains(path)) return StrCat(fs::path(path).filename().string(), " is not told as refused");
  }
  for (const std::string& path : told) {
    if (!expected.refused.contains(path) && !expected.may_refused.contains(path))
      return StrCat(fs::path(path).filename().string(), " is told as refused and is sound");
  }
  return "";
}

std::string CheckDisturbed(const std::string& folder, const StoreLook& before, const StoreLook& after,
                           const FolderLook& files_before, const FolderLook& files_after, bool is_first) {
  for (const auto& [map_id, served] : before.maps) {
    const auto found = after.maps.find(map_id);
    if (found != after.maps.end()) {
      if (served.is_good && !found->second.is_good)
        return StrCat(map_id, ": a damaged package replaced a good one");
      continue;
    }
    bool is_there = true;  // as the map, all the while
    for (const FolderLook* const files : {&files_before, &files_after}) {
      const auto file = files->find(served.path);
      if (file == files->end() || (file->second.opens && file->second.map_id != map_id)) is_there = false;
    }
    if (is_there) return StrCat(map_id, " is no longer served though its file is there");
  }
  for (const auto& [map_id, served] : after.maps) {
    if (!is_first && !served.is_good && !before.maps.contains(map_id))
      return StrCat(map_id, ": a damaged package is served");
  }
  const auto before_file = files_before.find(WorldPath(folder));
  const auto after_file = files_after.find(WorldPath(folder));
  const bool is_world_there = before_file != files_before.end() && after_file != files_after.end();
  if (!before.world.empty() && after.world.empty() && is_world_there) return "the world is no longer served";
  return "";
}

}  // namespace waystone
