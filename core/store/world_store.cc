#include "core/store/world_store.h"

#include <utility>

namespace waystone {

absl::StatusOr<std::shared_ptr<const OpenedMap>> WorldStore::Open(uint32_t map) {
  if (slots_[map] == nullptr) return absl::FailedPreconditionError(WhyMissing(map));
  absl::StatusOr<std::shared_ptr<const OpenedMap>> opened = cache_.Open(*slots_[map]);
  if (opened.ok() && !(*opened)->portals_status.ok()) opened = (*opened)->portals_status;
  Note(map, opened.status());
  return opened;
}

bool WorldStore::IsLoaded(uint32_t map) const {
  return slots_[map] != nullptr && cache_.IsLoaded(*slots_[map]);
}

void WorldStore::LoadAhead(uint32_t map, std::span<const uint32_t> keep) {
  std::vector<MapSlot*> kept;
  for (const uint32_t other : keep) {
    if (slots_[other] != nullptr) kept.push_back(slots_[other].get());
  }
  if (slots_[map] != nullptr) cache_.LoadAhead(*slots_[map], kept);
}

void WorldStore::Note(uint32_t map, const absl::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (status.ok()) {
    missing_.erase(map);
    return;
  }
  const std::string why(status.message());
  const bool is_news = missing_.insert_or_assign(map, why).second;
  if (is_news && tell_missing_ != nullptr) tell_missing_(map, why);
}

void WorldStore::TellMissing(std::function<void(uint32_t map, const std::string& why)> tell) {
  const std::lock_guard<std::mutex> lock(mutex_);
  tell_missing_ = std::move(tell);
}

std::vector<bool> WorldStore::MissingMaps() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (missing_.empty()) return {};
  std::vector<bool> is_missing(slots_.size(), false);
  for (const auto& [map, why] : missing_) is_missing[map] = true;
  return is_missing;
}

bool WorldStore::HasMissing() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return !missing_.empty();
}

void WorldStore::LookForMissing() {
  const std::vector<bool> is_missing = MissingMaps();
  for (uint32_t map = 0; map < is_missing.size(); ++map) {
    if (is_missing[map] && slots_[map] != nullptr) Note(map, cache_.Look(*slots_[map]));
  }
}

std::string WorldStore::WhyMissing(uint32_t map) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = missing_.find(map);
  return found == missing_.end() ? "" : found->second;
}

}  // namespace waystone
