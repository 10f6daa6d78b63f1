#include "core/surface/zone_cache.h"

#include <algorithm>
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

std::shared_ptr<const OwnedZones> ZoneCache::Get(const Key& key, const Compute& compute) {
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
  std::call_once(entry->once, [&] {
    entry->zones = std::make_shared<const OwnedZones>(compute());
    entry->ready.store(true, std::memory_order_release);
    CountBytes();
  });
  return entry->zones;
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
