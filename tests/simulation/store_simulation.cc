#include "tests/simulation/store_simulation.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <set>
#include <utility>
#include <vector>

#include "bake/program/staged_packages.h"
#include "core/base/check.h"
#include "core/base/random.h"
#include "core/base/str_cat.h"
#include "core/package/package_writer.h"
#include "core/store/world_folder.h"
#include "server/maps/package_folder.h"
#include "tests/simulation/faulty_disk.h"
#include "tests/simulation/published_maps.h"
#include "tests/simulation/store_model.h"
#include "tests/support/package_surgery.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

namespace fs = std::filesystem;

constexpr std::array kReadErrors = {EIO, EMFILE, ENFILE, ENOMEM, EACCES};
constexpr std::array kWriteErrors = {EIO, ENOSPC, EDQUOT, EROFS};

MapLimits DrawLimits(Random& random) {
  MapLimits limits;
  if (random.NextBelow(2) == 0)
    limits.max_bytes = 10'000 + random.NextBelow(random.NextBelow(2) == 0 ? 50'000 : 900'000);
  if (random.NextBelow(2) == 0) limits.max_maps = 1 + random.NextBelow(4);
  return limits;
}

class StoreStory {
 public:
  explicit StoreStory(uint64_t seed)
      : random_(seed), folder_(root_.File("maps")), limits_(DrawLimits(random_)) {
    fs::create_directory(folder_);
    disk_.emplace(folder_);
    disk_->before = [this](DiskCall call) { return BeforeCall(call); };
    steps_ = 20 + random_.NextBelow(60);
  }

  StoreStoryEnd Run() {
    for (uint32_t i = 0; i < 3; ++i) PublishMap();
    PublishWorld();
    Start();
    for (uint32_t i = 0; i < steps_ && result_.broken.empty(); ++i) Step();
    if (result_.broken.empty()) End();
    result_.hash = hash_.value();
    return result_;
  }

 private:
  void Step() {
    ++result_.steps;
    const uint32_t draw = random_.NextBelow(20);
    hash_.Add(uint64_t{draw});
    // The clock stands still, goes on, or jumps.
    if (random_.NextBelow(3) == 0) disk_->now_ns += random_.NextBelow(4) * 4'000'000LL;
    if (random_.NextBelow(20) == 0) disk_->now_ns += (random_.NextBelow(2) == 0 ? -1 : 1) * 3'600'000'000'000;
    disk_->is_full = random_.NextBelow(12) == 0;
    if (draw < 3) {
      PublishMap();
    } else if (draw < 5) {
      PublishWorld();
    } else if (draw < 6) {
      was_handled_ = true;
      Damage();
    } else if (draw < 7) {
      was_handled_ = true;
      random_.NextBelow(2) == 0 ? Remove() : Copy();
    } else if (draw < 11) {
      Reload();
    } else if (draw < 17) {
      Find();
    } else if (draw < 19) {
      UseWorld();
    } else {
      random_.NextBelow(2) == 0 ? Start() : CutPower();
    }
    disk_->is_full = false;
    Check();
  }

  // Faults.

  int BeforeCall(DiskCall call) {
    if (is_quiet_ || !is_disturbed_) return 0;
    ++result_.disk_calls;
    if (until_writer_ > 0 && --until_writer_ == 0) {
      is_quiet_ = true;
      random_.NextBelow(2) == 0 ? PublishMap() : PublishWorld();
      is_quiet_ = false;
    }
    const bool is_change = call == DiskCall::kChange || call == DiskCall::kSync;
    if (is_change && until_kill_ > 0 && --until_kill_ == 0) disk_->is_stopped = true;
    if (disk_->is_stopped && is_change) return EIO;
    if (random_.NextUnit() >= fault_share_) return 0;
    ++result_.faults;
    const auto any = [this](const auto& errors) { return errors[random_.NextBelow(errors.size())]; };
    return is_change ? any(kWriteErrors) : any(kReadErrors);
  }
  // Until Calm, calls may fail. Nothing changes while there are no faults any more, or within a call.
  void Disturb(bool is_writer) {
    if (is_quiet_) return;
    const uint32_t how = random_.NextBelow(4);
    is_disturbed_ = how != 0;
    if (how == 1) fault_share_ = 0.02;
    if (how == 2) fault_share_ = 0.3;
    if (how == 3) (is_writer ? until_kill_ : until_writer_) = 1 + random_.NextBelow(is_writer ? 25 : 60);
  }
  // Whether anything was disturbed.
  bool Calm() {
    if (is_quiet_) return disk_->is_full;
    fault_share_ = 0;
    until_kill_ = until_writer_ = 0;
    disk_->is_stopped = false;
    return std::exchange(is_disturbed_, false) || disk_->is_full;
  }

  // Writers.

  void PublishMap() {
    const auto index = random_.NextBelow(static_cast<uint32_t>(AllPublished().loose_count));
    const PublishedMap& map = AllPublished().maps[index];
    const std::string path = PlacedPath(folder_, map.map_id);
    const FileLook before = LookAtFile(path);
    Disturb(true);
    const absl::Status status = WritePackageFile(path, map.bytes);
    const bool was_disturbed = Calm();
    const FileLook after = LookAtFile(path);
    hash_.Add(static_cast<uint64_t>(status.code()));
    if (status.ok() && after.map != static_cast<int>(index)) Break("a package was not written");
    if (!status.ok() && !was_disturbed) Break(StrCat("a package cannot be written: ", status.message()));
    if (after.map != static_cast<int>(index) && (after.map != before.map || after.opens != before.opens))
      Break("a publish that failed left neither the old nor the new");
  }

  void PublishWorld() {
    const PublishedWorld& world =
        AllPublished().worlds[random_.NextBelow(static_cast<uint32_t>(AllPublished().worlds.size()))];
    const bool was_whole = IsWorldWhole();
    Disturb(true);
    const absl::Status status = BakeWorld(world);
    const bool was_disturbed = Calm();
    hash_.Add(static_cast<uint64_t>(status.code()));
    if (!status.ok() && !was_disturbed) Break(StrCat("a world cannot be written: ", status.message()));
    if (was_whole && !IsWorldWhole()) Break("a publish left a world without one of its packages");
    if (!status.ok()) return;
    was_handled_ = false;
    if (AllPublished().FindWorld(ReadBytes(WorldPath())) < 0) Break("a world was not written");
    for (const size_t map : world.maps) {
      if (LookAtFile(PlacedPath(folder_, AllPublished().maps[map].map_id)).map != static_cast<int>(map))
        Break("a package of a world was not moved into place");
    }
  }

  // As RunWorldBake ends a bake whose maps are these.
  absl::Status BakeWorld(const PublishedWorld& world) {
    absl::StatusOr<StagedPackages> staged = StagedPackages::Open(folder_);
    if (!staged.ok()) return staged.status();
    std::vector<std::string> map_ids;
    for (const size_t index : world.maps) {
      const PublishedMap& map = AllPublished().maps[index];
      const std::string path = StagedPath(folder_, map.map_id);
      const bool is_staged = LookAtFile(path).map == static_cast<int>(index);
      if (!is_staged && LookAtFile(PlacedPath(folder_, map.map_id)).map == static_cast<int>(index)) continue;
      map_ids.push_back(map.map_id);
      const absl::Status written = is_staged ? absl::OkStatus() : WritePackageFile(path, map.bytes);
      if (!written.ok()) return written;
    }
    return staged->Publish(WorldPath(), world.bytes, map_ids, [](size_t) {});
  }

  // Whether each package that the world file names is whole in one of its two places.
  bool IsWorldWhole() const {
    const int index = AllPublished().FindWorld(ReadBytes(WorldPath()));
    if (index < 0) return false;
    const std::vector<size_t>& maps = AllPublished().worlds[static_cast<size_t>(index)].maps;
    return std::ranges::all_of(maps, [this](size_t map) {
      const std::string& map_id = AllPublished().maps[map].map_id;
      return LookAtFile(PlacedPath(folder_, map_id)).map == static_cast<int>(map) ||
             LookAtFile(StagedPath(folder_, map_id)).map == static_cast<int>(map);
    });
  }

  // Somebody's hand in the folder.

  std::string AnyFile() {
    const FolderLook files = LookAt(folder_);
    if (files.empty()) return "";
    return std::next(files.begin(), random_.NextBelow(static_cast<uint32_t>(files.size())))->first;
  }
  // Replaces the file, as `cp` to another name and `mv` do.
  void Put(const std::string& path, const PackageFile& bytes) {
    const std::string fresh = root_.File("fresh");
    std::ofstream(fresh, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    is_quiet_ = true;
    std::error_code error;
    fs::rename(fresh, path, error);
    is_quiet_ = false;
    WS_CHECK(!error);
    disk_->SyncAll();
    damaged_.insert(bytes);
  }
  void Damage() {
    const std::string path = AnyFile();
    if (path.empty()) return;
    PackageFile bytes = ReadBytes(path);
    const auto size = static_cast<uint32_t>(bytes.size());
    const uint32_t how = random_.NextBelow(5);
    if (how == 0) bytes.resize(random_.NextBelow(size + 1));
    if (how == 1) bytes.assign(random_.NextBelow(300), std::byte{'x'});
    if (how > 1 && size > 0) bytes[random_.NextBelow(size)] ^= std::byte{1} << random_.NextBelow(8);
    Put(path, bytes);
  }
  void Remove() {
    const std::string path = AnyFile();
    is_quiet_ = true;
    if (!path.empty()) fs::remove(path);
    is_quiet_ = false;
    disk_->SyncAll();
  }
  void Copy() {
    const std::string from = AnyFile();
    const std::string to = AnyFile();
    if (from.empty() || to.ends_with(kWorldFileName)) return;
    Put(random_.NextBelow(2) == 0 ? to : CopyPath(), ReadBytes(from));
  }

  // The server.

  void Start() {
    held_.clear();
    packages_.reset();
    store_.reset();
    if (disk_->mappings() > 0) Break("a mapping outlives its store");
    if (disk_->descriptors() > 0) Break("a descriptor outlives its store");
    store_.emplace(limits_);
    packages_.emplace(folder_, *store_, log_, [] {});
    is_first_ = true;
    Reload();
  }

  void CutPower() {
    held_.clear();
    packages_.reset();
    store_.reset();
    disk_->CutPower(random_);
    for (const auto& [path, file] : LookAt(folder_)) {
      if (file.map < 0 && file.world < 0 && !damaged_.contains(ReadBytes(path)))
        Break(StrCat(fs::path(path).filename().string(), " was cut by a loss of power"));
    }
    if (!was_handled_ && fs::exists(WorldPath()) && !IsWorldWhole())
      Break("a loss of power left a world without one of its packages");
    Start();
  }

  void Reload() {
    const FolderLook files_before = LookAt(folder_);
    const StoreLook before = LookAt(*store_, folder_);
    const std::vector<MapStore::Refusal> refused_before = packages_->Refused();
    Disturb(false);
    const absl::StatusOr<PackageFolder::Report> report = packages_->Reload();
    const bool was_disturbed = Calm();
    const FolderLook files = LookAt(folder_);
    const StoreLook after = LookAt(*store_, folder_);
    const std::vector<MapStore::Refusal> refused = packages_->Refused();
    hash_.Add(static_cast<uint64_t>(report.status().code()));
    for (const MapStore::Refusal& refusal : refused) {
      hash_.Add(fs::path(refusal.path).filename().string());
      hash_.Add(static_cast<uint64_t>(refusal.status.code()));
    }
    if (!report.ok()) {
      if (!was_disturbed) Break(StrCat("a reload failed: ", report.status().message()));
      if (!IsSame(before, after) || refused.size() != refused_before.size())
        Break("a reload that failed changed something");
      return;
    }
    result_.refused += refused.size();
    if (refused.size() != report->refused.size()) Break("what is told as refused is not the last reload's");
    CheckReport(*report, before, after);
    Require(was_disturbed ? CheckDisturbed(folder_, before, after, files_before, files, is_first_)
                          : CompareReload(ExpectReload(folder_, files, before, is_first_), after, refused));
    is_first_ = false;
  }

  static bool IsSame(const StoreLook& a, const StoreLook& b) {
    return a.world == b.world && std::ranges::equal(a.maps, b.maps, [](const auto& one, const auto& other) {
             return one.first == other.first && one.second.generation == other.second.generation;
           });
  }

  void CheckReport(const PackageFolder::Report& report, const StoreLook& before, const StoreLook& after) {
    std::vector<std::string> changed;
    std::vector<std::string> removed;
    for (const auto& [map_id, served] : after.maps) {
      const auto old = before.maps.find(map_id);
      if (old == before.maps.end() || old->second.generation != served.generation) changed.push_back(map_id);
    }
    for (const std::string& map_id : before.listed) {
      if (!after.listed.contains(map_id)) removed.push_back(map_id);
    }
    if (changed != report.changed_maps || removed != report.removed_maps)
      Break("a report of a reload is not what it changed");
  }

  void Find() {
    const StoreLook before = LookAt(*store_, folder_);
    const auto& maps = AllPublished().maps;
    const std::string& map_id = maps[random_.NextBelow(static_cast<uint32_t>(maps.size()))].map_id;
    Disturb(false);
    const absl::StatusOr<std::shared_ptr<const LoadedMap>> found = store_->Find(map_id);
    const bool was_disturbed = Calm();
    hash_.Add(static_cast<uint64_t>(found.status().code()));
    const auto served = before.maps.find(map_id);
    if (!found.ok()) {
      if (served != before.maps.end() && served->second.is_good)
        Break(StrCat(map_id, " is served and cannot be opened: ", found.status().message()));
      const FileLook file = LookAtFile(PlacedPath(folder_, map_id));
      const bool is_whole = file.map >= 0 && file.map_id == map_id && !fs::exists(CopyPath());
      if (!was_disturbed && absl::IsDataLoss(found.status()) && served == before.maps.end() && is_whole) {
        packages_->LookAgain();
        if (absl::IsDataLoss(store_->Find(map_id).status()))
          Break(StrCat(map_id, " stays damaged though its file is whole"));
      }
      return;
    }
    CheckAnswers(**found, map_id);
    CheckLimits(**found);
    if (random_.NextBelow(3) == 0) held_.push_back(*found);
    if (held_.size() > 3 || random_.NextBelow(4) == 0)
      held_.erase(held_.begin(), held_.begin() + static_cast<ptrdiff_t>(std::min<size_t>(held_.size(), 2)));
  }

  void CheckAnswers(const LoadedMap& map, const std::string& map_id) {
    ++result_.answered;
    for (const PublishedMap& published : AllPublished().maps) {
      if (published.generation != map.generation()) continue;
      if (published.map_id != map_id) Break(StrCat(map_id, " is answered by another map"));
      if (AnswersOf(map) != published.answers)
        Break(StrCat(map_id, " answers as no published generation does"));
      return;
    }
    Break(StrCat(map_id, " is of no published generation"));
  }

  // After a map was opened: what is above the limits is in use.
  void CheckLimits(const LoadedMap& opened) {
    const MapCache::Counts counts = store_->counts();
    const bool is_above = (limits_.max_maps > 0 && counts.loaded_maps > limits_.max_maps) ||
                          (limits_.max_bytes > 0 && counts.loaded_bytes > limits_.max_bytes);
    if (!is_above) return;
    for (const ListedMap& listed : store_->All()) {
      const auto& package = listed.package;
      if (!store_->IsLoaded(package->summary.map_id)) continue;
      const bool is_held = package->summary.generation == opened.generation() ||
                           std::ranges::any_of(held_, [&](const auto& map) {
                             return map->generation() == package->summary.generation;
                           });
      if (!is_held) Break("the cache is above its limits, and holds a map that nobody uses");
    }
  }

  void UseWorld() {
    const std::shared_ptr<WorldStore> world = store_->World();
    if (world == nullptr) return;
    const StoreLook before = LookAt(*store_, folder_);
    const WorldView& view = world->world().view();
    Disturb(false);
    if (random_.NextBelow(3) == 0) world->LookForMissing();
    if (random_.NextBelow(3) == 0) world->LoadAhead(WorldMapIndex(random_.NextBelow(3)), {});
    bool is_whole = true;
    for (uint32_t i = 0; i < view.maps().size(); ++i) {
      const WorldMapIndex map(i);
      const std::string map_id(view.MapId(map));
      const auto opened = world->Open(map);
      is_whole = is_whole && opened.ok();
      hash_.Add(static_cast<uint64_t>(opened.status().code()));
      const auto served = before.maps.find(map_id);
      const bool is_fit = served != before.maps.end() && served->second.is_good &&
                          served->second.generation == world->world().MapGeneration(map);
      if (!opened.ok() && is_fit) Break(StrCat(map_id, " is served and cannot be opened in its world"));
      if (!opened.ok()) continue;
      if ((*opened)->map->generation() != world->world().MapGeneration(map))
        Break(StrCat(map_id, " is opened in a world that was made with another package"));
      CheckAnswers(*(*opened)->map, map_id);
    }
    Calm();
    if (!is_whole) return;
    for (const PublishedWorld& published : AllPublished().worlds) {
      if (published.generation == before.world && AnswersOf(*world) != published.answers)
        Break("a world answers as no published one does");
    }
  }

  // The rules that always hold.

  void Check() {
    for (const auto& map : held_) CheckAnswers(*map, map->manifest().map_id);
    const MapCache::Counts counts = store_->counts();
    uint64_t loaded = 0;
    for (const ListedMap& listed : store_->All())
      loaded += store_->IsLoaded(listed.package->summary.map_id) ? 1 : 0;
    if (loaded != counts.loaded_maps) Break("the cache miscounts its maps");
    for (const uint64_t count : {counts.hits, counts.misses, counts.drops, counts.loaded_bytes})
      hash_.Add(count);
    for (const auto& [map_id, served] : LookAt(*store_, folder_).maps) {
      hash_.Add(map_id);
      hash_.Add(served.generation);
    }
    if (random_.NextBelow(4) == 0) CheckBytes();
    if (disk_->descriptors() > 0) Break("a descriptor is left open");
  }

  // The sum of what each loaded map counts as, computed data brought up to date by a use.
  void CheckBytes() {
    const std::shared_ptr<WorldStore> world = store_->World();
    std::map<std::string, uint64_t> bytes;
    for (const ListedMap& listed : store_->All()) {
      const auto& package = listed.package;
      const std::string& map_id = package->summary.map_id;
      if (!store_->IsLoaded(map_id)) continue;
      bytes[map_id] = package->summary.size_bytes;
      const auto index = world == nullptr ? std::nullopt : world->world().view().FindMap(map_id);
      if (index.has_value() && world->IsLoaded(*index)) {
        const auto opened = world->Open(*index);
        if (opened.ok()) bytes[map_id] += (*opened)->computed_bytes() + world->world().BytesOf(*index);
      } else {
        bytes[map_id] += store_->FindLoaded(map_id)->computed_bytes();
      }
    }
    uint64_t sum = 0;
    for (const auto& [map_id, size] : bytes) sum += store_->IsLoaded(map_id) ? size : 0;
    if (sum != store_->counts().loaded_bytes)
      Break(StrCat("the cache counts ", store_->counts().loaded_bytes, " bytes and holds ", sum));
  }

  // No faults any more: the folder as it is, then whole, then nothing.
  void End() {
    is_quiet_ = true;
    Reload();
    for (const auto& [path, file] : LookAt(folder_)) fs::remove(path);
    Random draw(random_.NextU64());
    for (size_t map = 0; map < AllPublished().loose_count; map += 4) {
      const PublishedMap& published = AllPublished().maps[map + draw.NextBelow(4)];
      Require(
          std::string(WritePackageFile(PlacedPath(folder_, published.map_id), published.bytes).message()));
    }
    PublishWorld();
    Reload();
    if (!packages_->Refused().empty()) Break("a sound folder is refused");
    for (const PublishedMap& map : AllPublished().maps) {
      const auto found = store_->Find(map.map_id);
      if (!found.ok()) return Break(StrCat(map.map_id, " is not found in a sound folder"));
      CheckAnswers(**found, map.map_id);
    }
    UseWorld();
    held_.clear();
    packages_.reset();
    store_.reset();
    if (disk_->mappings() > 0) Break("a mapping is left at the end");
    if (disk_->descriptors() > 0) Break("a descriptor is left at the end");
  }

  std::string CopyPath() const { return folder_ + "/copy.waymap"; }
  std::string WorldPath() const { return StrCat(folder_, "/", kWorldFileName); }
  void Require(const std::string& broken) {
    if (!broken.empty()) Break(broken);
  }
  void Break(const std::string& what) {
    if (result_.broken.empty()) result_.broken = StrCat(what, ", at step ", result_.steps);
  }

  Random random_;
  TempFolder root_;
  const std::string folder_;
  const MapLimits limits_;
  std::optional<FaultyDisk> disk_;
  std::ostream nowhere_{nullptr};
  const EventLog log_ = EventLog::ToStream(nowhere_, EventLog::Level::err);
  std::optional<MapStore> store_;
  std::optional<PackageFolder> packages_;
  std::vector<std::shared_ptr<const LoadedMap>> held_;
  std::set<PackageFile> damaged_;  // what somebody's hand has put there
  bool was_handled_ = false;       // ... since a world was written
  bool is_first_ = true;           // the store has loaded no folder
  uint32_t steps_ = 0;
  // Of the disk's calls, while not `is_quiet_`.
  bool is_quiet_ = false;
  bool is_disturbed_ = false;
  double fault_share_ = 0;
  uint32_t until_kill_ = 0;    // changes; 0: never
  uint32_t until_writer_ = 0;  // calls until somebody publishes in between; 0: never
  StoryHash hash_;
  StoreStoryEnd result_;
};

}  // namespace

StoreStoryEnd SimulateStore(uint64_t seed) {
  AllPublished();
  return StoreStory(seed).Run();
}

}  // namespace waystone
