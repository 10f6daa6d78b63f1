#include "server/observe/slow_calls.h"

#include <algorithm>
#include <utility>

namespace waystone {

// REQUIRES: the lock, and a call.
std::vector<SlowCalls::Kept>::iterator SlowCalls::Least() {
  return std::min_element(calls_.begin(), calls_.end(),
                          [](const Kept& a, const Kept& b) { return a.call.duration < b.call.duration; });
}

// REQUIRES: the lock.
void SlowCalls::SetLeast() {
  least_ns_.store(calls_.size() == kMost ? Least()->call.duration.count() : -1, std::memory_order_relaxed);
}

void SlowCalls::Add(CallSummary call, Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() < kMost) {
    calls_.push_back({std::move(call), now});
  } else if (const auto least = Least(); call.duration > least->call.duration) {
    *least = {std::move(call), now};
  }
  SetLeast();
}

void SlowCalls::Forget(Clock::time_point now) {
  const std::lock_guard lock(mutex_);
  std::erase_if(calls_, [now](const Kept& kept) { return now - kept.at > kKept; });
  SetLeast();
}

std::vector<CallSummary> SlowCalls::List() const {
  std::vector<CallSummary> calls;
  {
    const std::lock_guard lock(mutex_);
    for (const Kept& kept : calls_) calls.push_back(kept.call);
  }
  std::sort(calls.begin(), calls.end(),
            [](const CallSummary& a, const CallSummary& b) { return a.duration > b.duration; });
  return calls;
}

}  // namespace waystone
