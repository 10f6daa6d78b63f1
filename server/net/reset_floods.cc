#include "server/net/reset_floods.h"

#include <algorithm>
#include <utility>

namespace waystone {

std::vector<std::string> ResetFloods::Look(const std::vector<Traffic>& traffic,
                                           const ArrivedBytes::ByConnection& arrived, Clock::time_point now) {
  ++looks_;
  std::vector<std::string> floods;
  for (const Traffic& one : traffic) {
    Second& second = seconds_[one.connection];
    if (one.reset_streams < second.reset_before) second = Second();  // another one of the same name
    if (const auto found = arrived.find(one.connection); found != arrived.end())
      second.excused += found->second.excused;
    const uint64_t reset = one.reset_streams - second.reset_before +
                           (one.open_streams - std::min(one.open_streams, max_streams_));
    const bool was_suspect =
        std::exchange(second.is_suspect, reset > second.excused + std::max(kMostPerSecond, second.excused));
    if (was_suspect && second.is_suspect && !second.is_told) {
      second.is_told = true;
      floods.push_back(one.connection);
    }
    if (second.look == 0) second.begun = now;
    second.look = looks_;
    if (now - second.begun < std::chrono::seconds(1) || (second.is_suspect && !second.is_told)) continue;
    second.begun = now;
    second.reset_before = one.reset_streams;
    second.excused = 0;
  }
  std::erase_if(seconds_, [this](const auto& named) { return named.second.look != looks_; });
  return floods;
}

}  // namespace waystone
