#include "core/store/world_store.h"

#include <utility>

#include "core/store/world_folder.h"

namespace waystone {

absl::StatusOr<std::shared_ptr<const OpenedMap>> WorldStore::Open(WorldMapIndex map,
                                                                  const Deadline& deadline) {
  if (slots_[map.value()] == nullptr) return WhyMissing(map);
  absl::StatusOr<std::shared_ptr<const OpenedMap>> opened = cache_.Open(*slots_[map.value()], deadline);
  if (opened.ok() && !(*opened)->portals_status.ok()) opened = (*opened)->portals_status;
  if (opened.ok() || IsMissing(opened.status())) Note(map, opened.status());
  return opened;
}

bool WorldStore::IsLoaded(WorldMapIndex map) const {
  return slots_[map.value()] != nullptr && cache_.IsLoaded(*slots_[map.value()]);
}

void WorldStore::LoadAhead(WorldMapIndex map, std::span<const WorldMapIndex> keep) {
  std::vector<MapSlot*> kept;
  for (const WorldMapIndex other : keep) {
    if (slots_[other.value()] != nullptr) kept.push_back(slots_[other.value()].get());
  }
  if (slots_[map.value()] != nullptr) cache_.LoadAhead(*slots_[map.value()], kept);
}

void WorldStore::Note(WorldMapIndex map, const absl::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (status.ok()) {
    missing_.erase(map);
    return;
  }
  const bool is_news = missing_.insert_or_assign(map, status).second;
  if (is_news && tell_missing_ != nullptr) tell_missing_(map, status);
}

void WorldStore::TellMissing(std::function<void(WorldMapIndex map, const absl::Status& why)> tell) {
  const std::lock_guard<std::mutex> lock(mutex_);
  tell_missing_ = std::move(tell);
}

std::vector<bool> WorldStore::MissingMaps() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (missing_.empty()) return {};
  std::vector<bool> is_missing(slots_.size(), false);
  for (const auto& [map, why] : missing_) is_missing[map.value()] = true;
  return is_missing;
}

uint32_t WorldStore::MissingCount() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<uint32_t>(missing_.size());
}

std::vector<WorldMapIndex> WorldStore::NotJoinedMaps() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  std::vector<WorldMapIndex> maps;
  for (const auto& [map, why] : missing_) {
    if (IsNotJoined(why)) maps.push_back(map);
  }
  return maps;
}

void WorldStore::LookForMissing() {
  const std::vector<bool> is_missing = MissingMaps();
  for (uint32_t i = 0; i < is_missing.size(); ++i) {
    if (is_missing[i] && slots_[i] != nullptr) Note(WorldMapIndex(i), cache_.Look(*slots_[i]));
  }
}

std::vector<absl::Status> WorldStore::LookFor(std::span<const WorldMapIndex> maps) {
  std::vector<absl::Status> why;
  why.reserve(maps.size());
  for (const WorldMapIndex map : maps) {
    MapSlot* const slot = slots_[map.value()].get();
    why.push_back(slot == nullptr ? WhyMissing(map) : cache_.Look(*slot));
    if (slot != nullptr) Note(map, why.back());
  }
  return why;
}

absl::Status WorldStore::WhyMissing(WorldMapIndex map) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = missing_.find(map);
  return found == missing_.end() ? absl::OkStatus() : found->second;
}

}  // namespace waystone
