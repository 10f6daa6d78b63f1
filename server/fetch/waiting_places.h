// Who of many callers may wait.
#pragma once

#include <algorithm>
#include <cstddef>
#include <list>
#include <map>
#include <string>

namespace waystone {

// Places of those that wait for long: so many for each caller, and so many for all. If all are taken, a caller gets one of whom has most, as
// calls that wait for a thread do (FairQueue::TakeFromLargest). One thread.
class WaitingPlaces {
 public:
  struct Limits {
    size_t most = 1;
    size_t most_of_caller = 1;
  };
  // One that waits.
  struct Waiter {
    bool has_place = false;
    bool must_leave = false;  // its place was given to another caller
  };

  explicit WaitingPlaces(const Limits& limits) : limits_(limits) {}

  // Whether there is a place, which `waiter` then has until Leave. It must stay where it is as long. O(callers that wait).
  bool Take(const std::string& caller, Waiter& waiter) {
    const auto found = waiters_.find(caller);
    const size_t own = found == waiters_.end() ? 0 : found->second.size();
    if (own >= limits_.most_of_caller) return false;
    if (size_ >= limits_.most) {
      const auto largest =
          std::max_element(waiters_.begin(), waiters_.end(),
                           [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
      if (largest == waiters_.end() || largest->second.size() <= own + 1) return false;
      Waiter& newest = *largest->second.back();
      newest.must_leave = true;
      Leave(largest->first, newest);
    }
    ++size_;
    waiters_[caller].push_back(&waiter);
    waiter.has_place = true;
    return true;
  }

  // Nothing, if it has no place.
  void Leave(const std::string& caller, Waiter& waiter) {
    if (!waiter.has_place) return;
    waiter.has_place = false;
    --size_;
    const auto own = waiters_.find(caller);
    own->second.remove(&waiter);
    if (own->second.empty()) waiters_.erase(own);
  }

  size_t size() const { return size_; }
  const Limits& limits() const { return limits_; }

 private:
  const Limits limits_;
  std::map<std::string, std::list<Waiter*>> waiters_;  // by caller, the first first; none empty
  size_t size_ = 0;
};

}  // namespace waystone
