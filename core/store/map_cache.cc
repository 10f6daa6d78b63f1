#include "core/store/map_cache.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "core/base/quoted.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/base/taken_memory.h"
#include "core/store/world_folder.h"

namespace waystone {
namespace {

// Opens a package that was not there before.
absl::StatusOr<std::shared_ptr<const ServedPackage>> OpenNew(const MapSlot& slot, WorldMapIndex world_map) {
  WS_ASSIGN_OR_RETURN(std::shared_ptr<const ServedPackage> package, ServedPackage::Open(slot.path()));
  const PackageSummary& summary = package->summary;
  if (summary.map_id != slot.map_id()) {
    return absl::FailedPreconditionError(
        StrCat(slot.path(), ": holds map ", Quoted(summary.map_id), ", not ", Quoted(slot.map_id())));
  }
  if (slot.world() != nullptr && summary.generation != slot.world()->MapGeneration(world_map)) {
    return NotJoined(slot.path(), slot.map_id());
  }
  return package;
}

absl::StatusOr<std::shared_ptr<const OpenedMap>> OpenPackage(std::shared_ptr<const PackageReader> package,
                                                             const LoadedWorld* world,
                                                             WorldMapIndex world_map) {
  auto opened = std::make_shared<OpenedMap>();
  WS_ASSIGN_OR_RETURN(opened->map, LoadedMap::FromPackage(std::move(package)));
  if (world == nullptr) return opened;
  WS_ASSIGN_OR_RETURN(const MapView view, opened->map->View("", {}, ZonesNeed::kIfReady));
  const absl::StatusOr<std::shared_ptr<const PortalSurface>> portals = world->OpenPortals(world_map, view);
  opened->portals_status = portals.status();
  if (portals.ok()) opened->portals = *portals;
  return opened;
}

// The map without what was made for requests; null if that belongs to the map itself, or if the package is remote: while
// one of those is held, it takes its room on disk.
std::shared_ptr<const OpenedMap> Asleep(const OpenedMap& opened, const ServedPackage& package) {
  if (opened.map->computed_bytes() > 0 || package.remote != nullptr) return nullptr;
  auto asleep = std::make_shared<OpenedMap>();
  asleep->map = opened.map;
  if (opened.portals != nullptr) asleep->portals = opened.portals->Asleep();
  asleep->portals_status = opened.portals_status;
  return asleep;
}

}  // namespace

MapCache::Counts MapCache::counts() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

MapCache::Opened MapCache::Use(MapSlot& slot) {
  if (slot.opened_ == nullptr) return nullptr;
  ++counts_.hits;
  const uint64_t computed_bytes = slot.opened_->computed_bytes();
  const uint64_t more = computed_bytes - slot.computed_bytes_;  // modulo 2^64 if it is less
  slot.computed_bytes_ = computed_bytes;
  slot.bytes_ += more;
  counts_.loaded_bytes += more;
  by_use_.splice(by_use_.begin(), by_use_, slot.place_);
  return slot.opened_;
}

absl::StatusOr<std::shared_ptr<const OpenedMap>> MapCache::Open(MapSlot& slot, const Deadline& deadline) {
  const UncountedMemory of_all;
  Lock lock(mutex_);
  WS_ASSIGN_OR_RETURN(const std::shared_ptr<const PackageReader> fetched, Fetch(slot, deadline, lock));
  loaded_.wait(lock, [&] { return !slot.is_loading_; });
  if (Opened opened = Use(slot); opened != nullptr) {
    std::vector<Dropped> dropped = MakeRoom(0, 0);  // maps that were in use when others needed their room
    lock.unlock();
    GiveBack(std::move(dropped));
    return opened;
  }
  ++counts_.misses;
  return Load(slot, fetched, std::move(lock));
}

// Before the map is being loaded, for that is waited for whatever the deadline is. Null: it is not remote, or loaded.
absl::StatusOr<std::shared_ptr<const PackageReader>> MapCache::Fetch(MapSlot& slot, const Deadline& deadline,
                                                                     Lock& lock) {
  const bool is_remote = slot.package_ != nullptr && slot.package_->remote != nullptr;
  if (slot.opened_ != nullptr || !is_remote) return std::shared_ptr<const PackageReader>();
  const std::shared_ptr<const ServedPackage> package = slot.package_;
  lock.unlock();
  absl::StatusOr<std::shared_ptr<const PackageReader>> reader = package->remote->Open(deadline);
  lock.lock();
  if (!reader.ok() && slot.package_ == package && !slot.is_loading_)
    NoteDamage(slot, package, reader.status());
  return reader;
}

std::shared_ptr<const OpenedMap> MapCache::OpenIfLoaded(MapSlot& slot) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return Use(slot);
}

void MapCache::LoadAhead(MapSlot& slot, std::span<MapSlot* const> keep) {
  std::vector<Opened> kept;
  Lock lock(mutex_);
  for (const MapSlot* map : keep) kept.push_back(map->opened_);
  // A fetch that takes longer goes on without us: nobody waits for the map yet, and calls may have to wait behind us.
  constexpr std::chrono::milliseconds kMostForFetch(300);
  const auto fetched = Fetch(slot, Deadline::After(kMostForFetch), lock);
  if (!fetched.ok()) return;  // whoever opens the map gets the error, as of Load
  if (slot.is_loading_ || slot.opened_ != nullptr || slot.package_ == nullptr || !CouldFit(slot)) return;
  ++counts_.loaded_ahead;
  (void)Load(slot, *fetched, std::move(lock));
}

absl::Status MapCache::Look(MapSlot& slot) {
  const UncountedMemory of_all;
  Lock lock(mutex_);
  const bool is_remote = slot.package_ != nullptr && slot.package_->remote != nullptr;
  if (is_remote && slot.opened_ == nullptr) return slot.package_->remote->LookAgain();
  loaded_.wait(lock, [&] { return !slot.is_loading_; });
  const OpenedMap* const known = slot.opened_ != nullptr ? slot.opened_.get() : slot.asleep_.get();
  if (known != nullptr) return known->portals_status;
  slot.is_loading_ = true;
  const absl::Status found = FindPackage(slot, lock);
  slot.is_loading_ = false;
  loaded_.notify_all();
  return found;
}

absl::Status MapCache::FindPackage(MapSlot& slot, Lock& lock) {
  if (slot.package_ != nullptr) return absl::OkStatus();
  lock.unlock();
  const ListedMap found = LookAgain(slot);
  lock.lock();
  if (found.package == nullptr) return found.damage;
  slot.package_ = found.IsUsable() ? found.package : nullptr;
  slot.damaged_ = found.IsUsable() ? nullptr : found.package;
  slot.damage_ = found.damage;
  return found.damage;
}

ListedMap MapCache::LookAgain(const MapSlot& slot) {
  if (slot.damaged_ != nullptr && slot.damaged_->remote != nullptr)
    return {slot.damaged_, slot.damaged_->remote->LookAgain()};
  const std::optional<FileVersion> version = FileVersion::Of(slot.path_);
  if (version.has_value() && slot.damaged_ != nullptr && slot.damaged_->file == version) {
    return {slot.damaged_, slot.damage_};
  }
  const absl::StatusOr<std::shared_ptr<const ServedPackage>> package = OpenNew(slot, slot.world_map_);
  if (!package.ok()) return {nullptr, package.status()};
  if (slot.damaged_ == nullptr) return {*package, absl::OkStatus()};
  const absl::Status damage = LoadedMap::CheckWhole((*package)->reader);
  (*package)->reader->ForgetAll();
  return {*package, damage};
}

// `fetched` is null if the package is not remote, or was damaged and is good again.
absl::StatusOr<MapCache::Opened> MapCache::Load(MapSlot& slot, std::shared_ptr<const PackageReader> fetched,
                                                Lock lock) {
  slot.is_loading_ = true;
  const absl::Cleanup end = [&] {
    slot.is_loading_ = false;
    loaded_.notify_all();
  };
  WS_RETURN_IF_ERROR(FindPackage(slot, lock));
  const std::shared_ptr<const ServedPackage> package = slot.package_;
  const uint64_t bytes = BytesOf(slot);
  if (fetched == nullptr) {
    lock.unlock();
    absl::StatusOr<std::shared_ptr<const PackageReader>> reader = package->Read(Deadline::After({}));
    lock.lock();
    WS_RETURN_IF_ERROR(reader.status());
    fetched = *std::move(reader);
  }
  std::vector<Dropped> dropped = MakeRoom(1, bytes);
  ++counts_.loaded_maps;
  counts_.loaded_bytes += bytes;
  lock.unlock();
  GiveBack(std::move(dropped));
  absl::StatusOr<Opened> opened = std::exchange(slot.asleep_, nullptr);
  if (*opened == nullptr) opened = OpenPackage(std::move(fetched), slot.world_.get(), slot.world_map_);
  lock.lock();
  if (opened.ok() && !slot.is_retired_) {
    by_use_.push_front(&slot);
    slot.place_ = by_use_.begin();
    slot.opened_ = *opened;
    slot.bytes_ = bytes;
    slot.computed_bytes_ = 0;
  } else {
    --counts_.loaded_maps;
    counts_.loaded_bytes -= bytes;
  }
  NoteDamage(slot, package, opened.status());
  return opened;
}

// Other packages may open the next time.
void MapCache::NoteDamage(MapSlot& slot, const std::shared_ptr<const ServedPackage>& package,
                          const absl::Status& status) {
  if (!absl::IsDataLoss(status)) return;
  slot.package_ = nullptr;
  slot.damaged_ = package;
  slot.damage_ = status;
}

uint64_t MapCache::BytesOf(const MapSlot& slot) {
  const uint64_t of_world = slot.world_ == nullptr ? 0 : slot.world_->BytesOf(slot.world_map_);
  return slot.package_->summary.size_bytes + of_world;
}

bool MapCache::Fits(uint64_t maps, uint64_t bytes) const {
  const uint64_t of_scratch = limits_.scratch_bytes == nullptr ? 0 : limits_.scratch_bytes->load();
  return (limits_.max_bytes == 0 || bytes + of_scratch <= limits_.max_bytes) &&
         (limits_.max_maps == 0 || maps <= limits_.max_maps);
}

// Maps in use are passed over, too: dropping them would free nothing.
std::vector<MapCache::Dropped> MapCache::MakeRoom(uint64_t maps, uint64_t bytes) {
  std::vector<Dropped> dropped;
  auto end = by_use_.end();
  while (!Fits(counts_.loaded_maps + maps, counts_.loaded_bytes + bytes) && end != by_use_.begin()) {
    MapSlot& last = **std::prev(end);
    if (!IsDroppable(last)) {
      --end;
      continue;
    }
    dropped.push_back(TakeOut(last));
    ++counts_.drops;
    last.asleep_ = Asleep(*dropped.back().opened, *dropped.back().package);
  }
  return dropped;
}

bool MapCache::CouldFit(const MapSlot& slot) const {
  uint64_t maps = counts_.loaded_maps + 1;
  uint64_t bytes = counts_.loaded_bytes + BytesOf(slot);
  for (const MapSlot* loaded : by_use_) {
    if (!IsDroppable(*loaded)) continue;
    --maps;
    bytes -= loaded->bytes_;
  }
  return Fits(maps, bytes);
}

MapCache::Dropped MapCache::TakeOut(MapSlot& slot) {
  by_use_.erase(slot.place_);
  --counts_.loaded_maps;
  counts_.loaded_bytes -= slot.bytes_;
  return {std::exchange(slot.opened_, nullptr), slot.package_, slot.world_, slot.world_map_};
}

// If the map was opened once more meanwhile, its bytes are read again.
void MapCache::GiveBack(std::vector<Dropped> dropped) {
  for (Dropped& map : dropped) {
    map.opened = nullptr;
    map.package->ForgetPages();
    if (map.world != nullptr) map.world->Forget(map.world_map);
  }
}

ListedMap MapCache::Listed(const MapSlot& slot) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (slot.package_ != nullptr) return {slot.package_, absl::OkStatus()};
  return {slot.damaged_, slot.damage_};
}

bool MapCache::IsLoaded(const MapSlot& slot) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return slot.opened_ != nullptr;
}

void MapCache::Pin(MapSlot& slot) {
  const std::lock_guard<std::mutex> lock(mutex_);
  slot.is_pinned_ = true;
}

void MapCache::Unpin(MapSlot& slot) {
  const std::lock_guard<std::mutex> lock(mutex_);
  slot.is_pinned_ = false;
}

void MapCache::Retire(MapSlot& slot) {
  std::vector<Dropped> dropped;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    slot.is_retired_ = true;
    if (slot.opened_ != nullptr) dropped.push_back(TakeOut(slot));
    if (!slot.is_loading_) slot.asleep_ = nullptr;
  }
  GiveBack(std::move(dropped));
}

}  // namespace waystone
