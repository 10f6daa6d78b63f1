#include "server/net/reset_floods.h"

#include <algorithm>
#include <numeric>

namespace waystone {

std::vector<std::string> ResetFloods::Look(const std::vector<Traffic>& traffic,
                                           const ArrivedBytes::ByConnection& arrived, Clock::time_point now) {
  ++looks_;
  std::vector<std::string> floods;
  for (const Traffic& one : traffic) {
    Second& second = seconds_[one.connection];
    if (one.reset_streams < second.reset_before) second = Second();  // another one of the same name
    if (const auto found = arrived.find(one.connection); found != arrived.end())
      second.excused.front() += found->second.excused;
    const uint64_t excused = std::accumulate(second.excused.begin(), second.excused.end(), uint64_t{0});
    const uint64_t reset = one.reset_streams - second.reset_before +
                           (one.open_streams - std::min(one.open_streams, max_streams_));
    const bool is_suspect = reset > excused + std::max(kMostPerSecond, excused);
    second.suspect_looks = is_suspect ? second.suspect_looks + 1 : 0;
    if (second.suspect_looks >= kLooks && !second.is_told) {
      second.is_told = true;
      floods.push_back(one.connection);
    }
    if (second.look == 0) second.begun = now;
    second.look = looks_;
    if (now - second.begun < std::chrono::seconds(1) || (is_suspect && !second.is_told)) continue;
    second.begun = now;
    second.reset_before = one.reset_streams;
    std::shift_right(second.excused.begin(), second.excused.end(), 1);
    second.excused.front() = 0;
  }
  std::erase_if(seconds_, [this](const auto& named) { return named.second.look != looks_; });
  return floods;
}

}  // namespace waystone
