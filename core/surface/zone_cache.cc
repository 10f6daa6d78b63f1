#include "core/surface/zone_cache.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/heap_bytes.h"

namespace waystone {
namespace {

ZoneView ViewOrDie(const ZoneData& data) {
  const absl::StatusOr<ZoneView> view = ZoneView::Create(data);
  WS_CHECK(view.ok());
  return *view;
}

}  // namespace

OwnedZones::OwnedZones(ZoneData data) : data_(std::move(data)), view_(ViewOrDie(data_)) {}

uint64_t OwnedZones::size_bytes() const {
  return HeapBytes(data_.component_of_node) + HeapBytes(data_.components) + HeapBytes(data_.reach) +
         HeapBytes(data_.dag_offsets) + HeapBytes(data_.dag_targets);
}

// If it is too late for one of those that ask, another one computes.
std::shared_ptr<const OwnedZones> ZoneCache::ComputeOnce(Entry& entry, const Compute& compute,
                                                         DeadlinePoll* poll) {
  constexpr std::chrono::milliseconds kBetweenLooks(2);
  std::unique_lock lock(entry.mutex);
  while (entry.is_computing) {
    entry.done.wait_for(lock, kBetweenLooks);
    if (poll != nullptr && poll->ExpiredNow()) return nullptr;
  }
  if (entry.zones != nullptr) return entry.zones;
  entry.is_computing = true;
  lock.unlock();
  ZoneData data = compute();
  const bool is_late = poll != nullptr && poll->ExpiredNow();
  auto zones = is_late ? nullptr : std::make_shared<const OwnedZones>(std::move(data));
  lock.lock();
  entry.is_computing = false;
  entry.zones = zones;
  entry.ready.store(zones != nullptr, std::memory_order_release);
  entry.done.notify_all();
  return zones;
}

std::shared_ptr<const OwnedZones> ZoneCache::Get(const Key& key, const Compute& compute, DeadlinePoll* poll) {
  std::shared_ptr<Entry> entry;
  {
    const std::lock_guard lock(mutex_);
    const auto it =
        std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e->key == key; });
    if (it != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, it);
    } else {
      entries_.push_front(std::make_shared<Entry>());
      entries_.front()->key = key;
      if (entries_.size() > capacity_) entries_.pop_back();
    }
    entry = entries_.front();
  }
  if (entry->ready.load(std::memory_order_acquire)) return entry->zones;
  auto zones = ComputeOnce(*entry, compute, poll);
  CountBytes();
  return zones;
}

std::shared_ptr<const OwnedZones> ZoneCache::GetIfReady(const Key& key) {
  const std::lock_guard lock(mutex_);
  const auto it =
      std::find_if(entries_.begin(), entries_.end(), [&](const auto& e) { return e->key == key; });
  if (it == entries_.end() || !(*it)->ready.load(std::memory_order_acquire)) return nullptr;
  entries_.splice(entries_.begin(), entries_, it);
  return entries_.front()->zones;
}

void ZoneCache::CountBytes() {
  const std::lock_guard lock(mutex_);
  uint64_t bytes = 0;
  for (const auto& entry : entries_) {
    if (entry->ready.load(std::memory_order_acquire)) bytes += entry->zones->size_bytes();
  }
  size_bytes_.store(bytes, std::memory_order_relaxed);
}

size_t ZoneCache::size() const {
  const std::lock_guard lock(mutex_);
  return entries_.size();
}

}  // namespace waystone
