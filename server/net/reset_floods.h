// Finds connections that begin calls only to reset them (CVE-2023-44487).
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/deadline.h"
#include "server/base/arrived_bytes.h"
#include "server/net/traffic.h"

namespace waystone {

// Counts the streams that ended before their answer was out, whatever service or none they asked for, and those that are open
// beyond what a connection may have: they are reset, and gRPC has not come to forget them. Calls whose own
// time was over, and those that the server ended, are excused. gRPC does not tell of all calls whose time was over, and counts
// their streams up to a second before or after: so a connection floods only if kLooks looks in a row find that most of what it reset
// is not excused, by what was excused in the last kSeconds. One thread.
class ResetFloods {
 public:
  using Clock = Deadline::Clock;
  // More in a second are a flood. Callers who leave do so once; those who change their minds do so at the rate of players.
  static constexpr uint64_t kMostPerSecond = 1000;

  static constexpr uint32_t kLooks = 3;

  explicit ResetFloods(uint64_t max_streams) : max_streams_(max_streams) {}

  // The connections that flood, each told once. `arrived` is by connection, since the last look. O(connections).
  std::vector<std::string> Look(const std::vector<Traffic>& traffic,
                                const ArrivedBytes::ByConnection& arrived, Clock::time_point now);

 private:
  static constexpr size_t kSeconds = 3;
  struct Second {
    Clock::time_point begun;
    uint64_t reset_before = 0;                 // streams, since the connection began
    std::array<uint64_t, kSeconds> excused{};  // calls, by second, the last first
    uint64_t look = 0;                         // the last one that saw it
    uint32_t suspect_looks = 0;                // in a row
    bool is_told = false;
  };

  const uint64_t max_streams_;  // that gRPC allows a connection
  uint64_t looks_ = 0;
  std::unordered_map<std::string, Second> seconds_;
};

}  // namespace waystone
