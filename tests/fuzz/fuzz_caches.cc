// Sequences of operations on what is kept while there is room: the loaded maps (MapCache), what is found by a hash (KeptByHash),
// computed zones (ZoneCache). Each is held against a list that is searched from end to end.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/check.h"
#include "core/base/kept_by_hash.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/map_cache.h"
#include "core/store/map_encoder.h"
#include "core/surface/zone_cache.h"
#include "tests/fuzz/random_message.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/drawn_map.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

constexpr int kMaxOperations = 400;
constexpr size_t kMaps = 6;

// Packages of several sizes in a folder of their own.
struct Packages {
  Packages() {
    for (size_t i = 0; i < kMaps; ++i) {
      MapManifest manifest;
      manifest.map_id = StrCat("map", i);
      manifest.areas = {{1, "ground"}};
      manifest.variants.resize(1);
      std::string drawing;
      for (size_t row = 0; row < 2 + 3 * i; ++row) drawing += std::string(5 + i, '.') + "\n";
      const NavmeshData mesh = AsciiNavmesh(drawing);
      const std::string path = folder.File(manifest.map_id);
      const auto bytes = EncodeMap(manifest, std::vector<VariantContent>{{&mesh}});
      WS_CHECK(bytes.ok() && WritePackageFile(path, *bytes).ok());
      packages.push_back(*ServedPackage::Open(path));
    }
  }
  TempFolder folder;
  std::vector<std::shared_ptr<const ServedPackage>> packages;
};

// MapCache beside a list of loaded maps.
class MapCacheRun {
 public:
  explicit MapCacheRun(Choices& choices) : choices_(choices), cache_(Limits(choices)) {
    for (size_t i = 0; i < kMaps; ++i) slots_.push_back(NewSlot(i));
  }

  void Run() {
    for (int i = 0; i < kMaxOperations && !choices_.AtEnd(); ++i) {
      Do(choices_.Next() % 8, choices_.Next() % kMaps);
      Check();
    }
    for (auto& held : held_) held.clear();
    for (const auto& slot : slots_) cache_.Retire(*slot);
    WS_CHECK(cache_.counts().loaded_maps == 0 && cache_.counts().loaded_bytes == 0);
  }

 private:
  static const Packages& AllPackages() {
    static const Packages* const kPackages = new Packages;
    return *kPackages;
  }
  MapLimits Limits(Choices& choices) {
    const uint8_t maps = choices.Next();
    return {.max_bytes = choices.Next() % 3 == 0 ? 0 : uint64_t{choices.Next()} * 150,
            .max_maps = maps % 2 == 0 ? 0 : 1U + maps % 5,
            .scratch_bytes = &scratch_bytes_};
  }
  static std::shared_ptr<MapSlot> NewSlot(size_t map) {
    const auto& package = AllPackages().packages[map];
    return std::make_shared<MapSlot>(package->summary.map_id, package->reader->name(),
                                     ListedMap{package, absl::OkStatus()}, nullptr, WorldMapIndex::None());
  }
  static uint64_t BytesOf(size_t map) { return AllPackages().packages[map]->summary.size_bytes; }

  void Do(uint8_t what, size_t map) {
    switch (what) {
      case 0:
      case 1:
      case 2: {
        const auto opened = cache_.Open(*slots_[map]);
        WS_CHECK(opened.ok() && (*opened)->map->manifest().map_id == slots_[map]->map_id());
        const auto place = std::ranges::find(loaded_, map);
        ++(place != loaded_.end() ? hits_ : misses_);
        if (place != loaded_.end()) {
          loaded_.erase(place);
          loaded_.insert(loaded_.begin(), map);
          MakeRoom(0, 0, {map});
        } else {
          MakeRoom(1, BytesOf(map), {});
          loaded_.insert(loaded_.begin(), map);
        }
        if (what == 2) held_[map].push_back(*opened);
        break;
      }
      case 3: {
        const auto opened = cache_.OpenIfLoaded(*slots_[map]);
        const auto place = std::ranges::find(loaded_, map);
        WS_CHECK((opened != nullptr) == (place != loaded_.end()));
        if (opened == nullptr) break;
        ++hits_;
        loaded_.erase(place);
        loaded_.insert(loaded_.begin(), map);
        break;
      }
      case 4: {
        const size_t kept = choices_.Next() % kMaps;
        MapSlot* const keep[] = {slots_[kept].get()};
        cache_.LoadAhead(*slots_[map], keep);
        LoadAhead(map, kept);
        break;
      }
      case 5:
        cache_.Retire(*slots_[map]);
        std::erase(loaded_, map);
        held_[map].clear();
        slots_[map] = NewSlot(map);
        break;
      case 6:
        held_[map].clear();
        break;
      default:
        scratch_bytes_ = uint64_t{choices_.Next()} * 40;
    }
  }

  bool IsHeld(size_t map) const { return !held_[map].empty(); }
  bool Fits(size_t maps, uint64_t bytes) const {
    const MapLimits& limits = cache_.limits();
    return (limits.max_bytes == 0 || bytes + scratch_bytes_ <= limits.max_bytes) &&
           (limits.max_maps == 0 || maps <= limits.max_maps);
  }
  uint64_t LoadedBytes() const {
    uint64_t bytes = 0;
    for (const size_t map : loaded_) bytes += BytesOf(map);
    return bytes;
  }
  // Drops the least recently used first, but none in use.
  void MakeRoom(size_t maps, uint64_t bytes, const std::vector<size_t>& used) {
    for (size_t i = loaded_.size(); i > 0 && !Fits(loaded_.size() + maps, LoadedBytes() + bytes); --i) {
      const size_t last = loaded_[i - 1];
      if (IsHeld(last) || std::ranges::count(used, last) > 0) continue;
      loaded_.erase(loaded_.begin() + static_cast<ptrdiff_t>(i - 1));
      ++drops_;
    }
  }
  void LoadAhead(size_t map, size_t kept) {
    if (std::ranges::count(loaded_, map) > 0) return;
    size_t maps = 1;
    uint64_t bytes = BytesOf(map);
    for (const size_t loaded : loaded_) {
      if (!IsHeld(loaded) && loaded != kept) continue;
      ++maps;
      bytes += BytesOf(loaded);
    }
    if (!Fits(maps, bytes)) return;
    MakeRoom(1, BytesOf(map), {kept});
    loaded_.insert(loaded_.begin(), map);
    ++loaded_ahead_;
  }

  void Check() const {
    const MapCache::Counts counts = cache_.counts();
    WS_CHECK(counts.hits == hits_ && counts.misses == misses_ && counts.drops == drops_);
    WS_CHECK(counts.loaded_ahead == loaded_ahead_);
    WS_CHECK(counts.loaded_maps == loaded_.size() && counts.loaded_bytes == LoadedBytes());
    for (size_t map = 0; map < kMaps; ++map)
      WS_CHECK(cache_.IsLoaded(*slots_[map]) == (std::ranges::count(loaded_, map) > 0));
  }

  Choices& choices_;
  std::atomic<uint64_t> scratch_bytes_{0};
  MapCache cache_;
  std::vector<std::shared_ptr<MapSlot>> slots_;
  std::vector<size_t> loaded_;  // the last used first
  std::vector<std::shared_ptr<const OpenedMap>> held_[kMaps];
  uint64_t hits_ = 0;
  uint64_t misses_ = 0;
  uint64_t drops_ = 0;
  uint64_t loaded_ahead_ = 0;
};

void RunKeptByHash(Choices& choices) {
  struct Entry {
    uint8_t key;
    int item;
    uint64_t bytes;
  };
  const size_t max_count = 1 + choices.Next() % 6;
  const uint64_t max_bytes = choices.Next();
  KeptByHash<int> kept(max_count, max_bytes);
  std::vector<Entry> entries;  // the last used first
  for (int i = 0; i < kMaxOperations && !choices.AtEnd(); ++i) {
    const bool is_find = choices.Next() % 2 == 0;
    const uint8_t key = choices.Next() % 12;
    const auto found = std::ranges::find_if(entries, [&](const Entry& entry) { return entry.key == key; });
    if (is_find) {
      const auto item = kept.Find(Hash128{key});
      WS_CHECK((item != nullptr) == (found != entries.end()) && (item == nullptr || *item == found->item));
      if (found != entries.end()) std::rotate(entries.begin(), found, found + 1);
    } else {
      const uint64_t bytes = choices.Next() % 100;
      kept.Keep(Hash128{key}, std::make_shared<const int>(i), bytes);
      if (found == entries.end()) entries.insert(entries.begin(), {key, i, bytes});
    }
    uint64_t sum = 0;
    for (const Entry& entry : entries) sum += entry.bytes;
    while (entries.size() > max_count || (sum > max_bytes && entries.size() > 1)) {
      sum -= entries.back().bytes;
      entries.pop_back();
    }
    WS_CHECK(kept.bytes() == sum);
    const auto items = kept.Items();
    WS_CHECK(std::ranges::equal(items, entries,
                                [](const auto& item, const Entry& entry) { return *item == entry.item; }));
  }
}

void RunZoneCache(Choices& choices) {
  static const DrawnMap* const kMap = new DrawnMap({"..#.\n.##.\n"});
  const size_t capacity = 1 + choices.Next() % 4;
  ZoneCache cache(capacity);
  struct Entry {
    uint64_t key;
    bool is_ready;
  };
  std::vector<Entry> entries;  // the last used first
  uint64_t bytes_each = 0;
  for (int i = 0; i < kMaxOperations && !choices.AtEnd(); ++i) {
    const uint8_t what = choices.Next() % 4;
    const uint64_t key = choices.Next() % 8;
    const auto found = std::ranges::find_if(entries, [&](const Entry& entry) { return entry.key == key; });
    const bool is_ready = found != entries.end() && found->is_ready;
    if (what == 0) {
      WS_CHECK((cache.GetIfReady({.abilities = key}) != nullptr) == is_ready);
      if (is_ready) std::rotate(entries.begin(), found, found + 1);
      continue;
    }
    bool is_computed = false;
    const Deadline deadline = what == 1 ? Deadline::After(std::chrono::nanoseconds(0)) : Deadline();
    DeadlinePoll poll(deadline, 1);
    const auto zones = cache.Get(
        {.abilities = key},
        [&] {
          is_computed = true;
          return ComputeZones(kMap->mesh(), LinkView(), key, {});
        },
        &poll);
    WS_CHECK(is_computed != is_ready && (zones != nullptr) == (is_ready || what != 1));
    if (zones != nullptr) bytes_each = zones->size_bytes();
    if (found != entries.end()) {
      std::rotate(entries.begin(), found, found + 1);
    } else {
      entries.insert(entries.begin(), {key, false});
      if (entries.size() > capacity) entries.pop_back();
    }
    entries.front().is_ready = zones != nullptr;
    uint64_t ready = 0;
    for (const Entry& entry : entries) ready += entry.is_ready ? 1 : 0;
    WS_CHECK(cache.size() == entries.size() && cache.size_bytes() == ready * bytes_each);
  }
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  waystone::Choices choices(std::span(data, size));
  switch (choices.Next() % 4) {
    case 0:
      waystone::RunKeptByHash(choices);
      break;
    case 1:
      waystone::RunZoneCache(choices);
      break;
    default:
      waystone::MapCacheRun(choices).Run();
      break;
  }
  return 0;
}
