// What has arrived of the requests of each connection.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <unordered_map>

namespace waystone {

// Counts whole requests since the last look. Thread-safe.
class ArrivedBytes {
 public:
  struct Arrived {
    uint64_t bytes = 0;  // of messages
    uint32_t requests = 0;
    uint32_t excused = 0;  // calls that were not answered, through no doing of their caller
  };
  using ByConnection = std::unordered_map<std::string, Arrived>;

  // A request has arrived. O(1).
  void Add(const std::string& connection, uint64_t bytes) {
    Shard& shard = shards_[std::hash<std::string>()(connection) % kShards];
    const std::lock_guard lock(shard.mutex);
    Arrived& arrived = shard.arrived[connection];
    arrived.bytes += bytes;
    ++arrived.requests;
  }
  // A call that had arrived ended without its answer: its time was over, or the server ended it. O(1).
  void Excuse(const std::string& connection) {
    Shard& shard = shards_[std::hash<std::string>()(connection) % kShards];
    const std::lock_guard lock(shard.mutex);
    ++shard.arrived[connection].excused;
  }
  // What has arrived since the last time. O(connections that something has arrived of).
  ByConnection Take() {
    ByConnection all;
    for (Shard& shard : shards_) {
      ByConnection some;
      {
        const std::lock_guard lock(shard.mutex);
        some.swap(shard.arrived);
      }
      all.merge(some);
    }
    return all;
  }

 private:
  static constexpr size_t kShards = 8;  // so that calls rarely wait for each other
  struct Shard {
    std::mutex mutex;
    ByConnection arrived;
  };
  std::array<Shard, kShards> shards_;
};

}  // namespace waystone
