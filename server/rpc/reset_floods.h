// Finds connections that begin calls only to reset them (CVE-2023-44487).
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "core/base/deadline.h"

namespace waystone {

// Counts the calls that connections give up before their time is over. Thread-safe.
class ResetFloods {
 public:
  using Clock = Deadline::Clock;
  // More in a second are a flood. Callers who leave do so once; those who change their minds do so at the rate of players.
  static constexpr uint32_t kMostPerSecond = 1000;

  // A call was given up; whether that makes it a flood. O(log connections).
  bool Count(const std::string& connection, Clock::time_point now = Clock::now()) {
    const std::lock_guard lock(mutex_);
    Second& second = seconds_[connection];
    if (now - second.begun > std::chrono::seconds(1)) second = {now, 0};
    return ++second.resets == kMostPerSecond;
  }
  // Forgets connections that have been quiet; now and then. O(connections).
  void Forget(Clock::time_point now = Clock::now()) {
    const std::lock_guard lock(mutex_);
    std::erase_if(seconds_,
                  [&](const auto& named) { return now - named.second.begun > std::chrono::seconds(1); });
  }

 private:
  struct Second {
    Clock::time_point begun;
    uint32_t resets = 0;
  };
  std::mutex mutex_;
  std::map<std::string, Second> seconds_;
};

}  // namespace waystone
