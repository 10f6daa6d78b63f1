// Zones that were not baked: computed on first use, kept for the sets of abilities used last.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "core/base/deadline_poll.h"
#include "core/zones/zone_view.h"

namespace waystone {

// Computed zones and the view of them.
class OwnedZones {
 public:
  explicit OwnedZones(ZoneData data);
  OwnedZones(const OwnedZones&) = delete;
  OwnedZones& operator=(const OwnedZones&) = delete;

  const ZoneView& view() const { return view_; }
  uint64_t size_bytes() const;

 private:
  const ZoneData data_;
  const ZoneView view_;
};

// A bounded cache that evicts the least recently used entry first. Any thread: computing holds no lock, and
// if several threads ask for the same zones, one computes while the others wait. Returned zones live as long
// as they are held, whatever the cache drops.
class ZoneCache {
 public:
  struct Key {
    uint32_t variant = 0;  // whose surface and baked main ground: index in the manifest
    uint64_t abilities = 0;
    bool operator==(const Key&) const = default;
  };
  using Compute = std::function<ZoneData()>;

  // Keeps at most `capacity` (>= 1) entries.
  explicit ZoneCache(size_t capacity) : capacity_(capacity) {}

  // Computes the zones if they are not there yet; `compute` depends on the key alone. Null if `poll` is late, then or while
  // it waits; `compute` looks at it too.
  std::shared_ptr<const OwnedZones> Get(const Key& key, const Compute& compute, DeadlinePoll* poll = nullptr);
  // Null if they are not there yet.
  std::shared_ptr<const OwnedZones> GetIfReady(const Key& key);

  size_t size() const;
  // [bytes] Of the zones that are kept.
  uint64_t size_bytes() const { return size_bytes_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    Key key;
    std::mutex mutex;
    std::condition_variable done;
    bool is_computing = false;
    std::shared_ptr<const OwnedZones> zones;  // written before `ready` is
    std::atomic<bool> ready = false;
  };

  static std::shared_ptr<const OwnedZones> ComputeOnce(Entry& entry, const Compute& compute,
                                                       DeadlinePoll* poll);
  void CountBytes();

  const size_t capacity_;
  std::atomic<uint64_t> size_bytes_{0};
  mutable std::mutex mutex_;
  std::list<std::shared_ptr<Entry>> entries_;  // most recently used first
};

}  // namespace waystone
