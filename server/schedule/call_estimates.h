// How long calls take, by what they have taken of late.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <unordered_map>

#include "server/queue/queued_call.h"

namespace waystone {

// For each connection by its own calls, so that nobody's long calls make others look long; by all calls, for what a connection
// has not asked yet. One thread. O(1) each.
class CallEstimates {
 public:
  // That a call of this cost runs.
  std::chrono::nanoseconds Expected(const std::string& connection, const CallCost& cost) const;
  // A call has run for so long.
  void Learn(const std::string& connection, const CallCost& cost, std::chrono::nanoseconds run);

 private:
  using Units = std::array<int64_t, kCallKindCount>;  // [ns] Average of a unit of late; 0: none has run

  Units all_{};
  std::unordered_map<std::string, Units> of_connections_;  // looked up, never walked
};

}  // namespace waystone
