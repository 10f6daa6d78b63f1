// How many requests a caller may make.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace waystone {

// So many requests a second, and a second's worth at once: the generic cell rate algorithm (ITU-T I.371). Any thread.
class RequestRate {
 public:
  using Clock = std::chrono::steady_clock;

  // REQUIRES: per_s > 0.
  explicit RequestRate(double per_s) : per_s_(per_s), each_ns_(1e9 / per_s) {}
  double per_s() const { return per_s_; }

  // Zero if `count` requests may be made now, which are then counted; or else how long to wait, and nothing is counted. More at
  // once than there are for a second may be made if none were made for a second.
  std::chrono::nanoseconds Take(uint32_t count, Clock::time_point now = Clock::now()) {
    constexpr int64_t kAtOnce_ns = 1'000'000'000;
    const int64_t now_ns = now.time_since_epoch().count();
    const auto taken_ns = static_cast<int64_t>(each_ns_ * count);
    int64_t due_ns = due_ns_.load(std::memory_order_relaxed);
    for (;;) {
      const int64_t from_ns = due_ns > now_ns ? due_ns : now_ns;
      // A batch of more than a second's worth passes once all is there, and is paid for afterwards.
      const int64_t needed_ns = taken_ns < kAtOnce_ns ? taken_ns : kAtOnce_ns;
      const int64_t wait_ns = from_ns + needed_ns - kAtOnce_ns - now_ns;
      if (wait_ns > 0) return std::chrono::nanoseconds(wait_ns);
      if (due_ns_.compare_exchange_weak(due_ns, from_ns + taken_ns, std::memory_order_relaxed)) return {};
    }
  }

 private:
  const double per_s_;
  const double each_ns_;
  std::atomic<int64_t> due_ns_{0};  // when all that was taken is paid for
};

// The rates of callers by name, for as long as somebody holds them. Any thread.
class RatesByName {
 public:
  // Null: no limit.
  std::shared_ptr<RequestRate> Of(const std::string& name, double per_s) {
    if (per_s <= 0) return nullptr;
    const std::lock_guard lock(mutex_);
    if (rates_.size() > 2 * held_) DropUnheld();
    std::weak_ptr<RequestRate>& kept = rates_[name];
    std::shared_ptr<RequestRate> rate = kept.lock();
    if (rate == nullptr || rate->per_s() != per_s) kept = rate = std::make_shared<RequestRate>(per_s);
    return rate;
  }

 private:
  void DropUnheld() {
    std::erase_if(rates_, [](const auto& entry) { return entry.second.expired(); });
    held_ = rates_.size() + kFewest;
  }

  static constexpr size_t kFewest = 64;
  std::mutex mutex_;
  std::map<std::string, std::weak_ptr<RequestRate>> rates_;
  size_t held_ = kFewest;  // when it was looked at last, and some
};

}  // namespace waystone
