// How fast an address may open connections.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>

#include "core/base/deadline.h"

namespace waystone {

// A token bucket for each address. One thread.
class ConnectionRate {
 public:
  using Clock = Deadline::Clock;
  static constexpr double kAtOnce = 256;
  static constexpr double kPerSecond = 64;
  // Connections that end sooner cost more, by the calls that they begin and leave, which nothing else sees.
  static constexpr std::chrono::seconds kShort{1};

  // Whether the address may have another one now, which then counts. O(log addresses), on average.
  bool MayOpen(const std::string& address, Clock::time_point now) {
    if (now - forgotten_at_ > std::chrono::seconds(1)) Forget(now);
    Bucket& bucket = buckets_.try_emplace(address, Bucket{kAtOnce, now}).first->second;
    bucket = {TokensAt(bucket, now), now};
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  // A connection of the address ended within kShort. What it sent for answers that it took costs nothing.
  void AddShort(const std::string& address, uint64_t received_bytes, uint64_t sent_bytes,
                Clock::time_point now) {
    constexpr uint64_t kOfConnection_bytes = 1024;
    constexpr uint64_t kMost = 32;
    constexpr uint64_t kForSentByte = 8;
    const auto found = buckets_.find(address);
    if (found == buckets_.end()) return;  // never: its bucket cannot have filled again
    const uint64_t left_bytes = received_bytes - std::min(received_bytes, kForSentByte * sent_bytes);
    const auto cost = static_cast<double>(std::min(kMost, left_bytes / kOfConnection_bytes));
    found->second = {std::max(-kAtOnce, TokensAt(found->second, now) - cost), now};
  }

 private:
  struct Bucket {
    double tokens = 0;
    Clock::time_point at;
  };
  static double TokensAt(const Bucket& bucket, Clock::time_point now) {
    const std::chrono::duration<double> passed = now - bucket.at;
    return std::min(kAtOnce, bucket.tokens + kPerSecond * passed.count());
  }
  // Those that are full again.
  void Forget(Clock::time_point now) {
    std::erase_if(buckets_, [&](const auto& named) { return TokensAt(named.second, now) >= kAtOnce; });
    forgotten_at_ = now;
  }

  std::map<std::string, Bucket> buckets_;  // by address; absent: full
  Clock::time_point forgotten_at_;
};

}  // namespace waystone
