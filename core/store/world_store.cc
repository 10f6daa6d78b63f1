#include "core/store/world_store.h"

#include <filesystem>
#include <utility>

#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"

namespace waystone {

std::string WorldStore::PathOf(uint32_t map) const {
  return (std::filesystem::path(folder_) / PackageFileName(world_->view().MapId(map))).string();
}

absl::Status WorldStore::CheckGeneration(uint32_t map, const std::string& generation) const {
  if (generation == world_->MapGeneration(map)) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat(PathOf(map), ": not the package that the world was made with"));
}

absl::StatusOr<std::shared_ptr<const WorldMapEntry>> WorldStore::Load(uint32_t map) const {
  auto entry = std::make_shared<WorldMapEntry>();
  WS_ASSIGN_OR_RETURN(entry->map, LoadedMap::Load(PathOf(map)));
  WS_RETURN_IF_ERROR(CheckGeneration(map, entry->map->generation()));
  entry->bytes = entry->map->package().header().file_size_bytes + world_->BytesOf(map);
  WS_ASSIGN_OR_RETURN(const MapView view, entry->map->View("", {}, ZonesNeed::kIfReady));
  if (view.grid == nullptr) return entry;
  WS_ASSIGN_OR_RETURN(entry->portals, world_->PortalsOfGrid(map, view.grid->bits()));
  return entry;
}

absl::StatusOr<std::shared_ptr<const WorldMapEntry>> WorldStore::Open(uint32_t map) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    const Slot& slot = slots_[map];
    if (slot.entry != nullptr) {
      ++counts_.hits;
      by_use_.splice(by_use_.begin(), by_use_, slot.place);
      return slot.entry;
    }
    ++counts_.misses;
  }
  absl::StatusOr<std::shared_ptr<const WorldMapEntry>> loaded = Load(map);
  Note(map, loaded.status());
  WS_ASSIGN_OR_RETURN(std::shared_ptr<const WorldMapEntry> entry, std::move(loaded));
  const std::lock_guard<std::mutex> lock(mutex_);
  Slot& slot = slots_[map];
  if (slot.entry != nullptr) return slot.entry;
  by_use_.push_front(map);
  slot = {entry, by_use_.begin()};
  ++counts_.loaded_maps;
  counts_.loaded_bytes += entry->bytes;
  DropTooMany();
  return entry;
}

// Those in use are passed over: dropping them would free nothing.
void WorldStore::DropTooMany() {
  const auto is_too_much = [this] {
    return (options_.max_bytes != 0 && counts_.loaded_bytes > options_.max_bytes) ||
           (options_.max_maps != 0 && counts_.loaded_maps > options_.max_maps);
  };
  for (auto last = by_use_.end(); is_too_much() && last != by_use_.begin();) {
    --last;
    Slot& slot = slots_[*last];
    if (slot.entry.use_count() > 1) continue;
    world_->Forget(*last);
    counts_.loaded_bytes -= slot.entry->bytes;
    --counts_.loaded_maps;
    ++counts_.drops;
    slot.entry = nullptr;
    last = by_use_.erase(last);
  }
}

void WorldStore::Note(uint32_t map, const absl::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (status.ok()) {
    missing_.erase(map);
  } else {
    missing_.insert_or_assign(map, std::string(status.message()));
  }
}

std::vector<bool> WorldStore::MissingMaps() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (missing_.empty()) return {};
  std::vector<bool> is_missing(slots_.size(), false);
  for (const auto& [map, why] : missing_) is_missing[map] = true;
  return is_missing;
}

std::string WorldStore::WhyMissing(uint32_t map) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = missing_.find(map);
  return found == missing_.end() ? "" : found->second;
}

void WorldStore::LookForMaps() {
  for (uint32_t map = 0; map < slots_.size(); ++map) {
    const absl::StatusOr<std::unique_ptr<PackageReader>> package = PackageReader::OpenFile(PathOf(map));
    Note(map, package.ok() ? CheckGeneration(map, (*package)->Generation()) : package.status());
  }
}

bool WorldStore::IsLoaded(uint32_t map) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return slots_[map].entry != nullptr;
}

WorldStore::Counts WorldStore::counts() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return counts_;
}

}  // namespace waystone
