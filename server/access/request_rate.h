// How many requests a caller may make.
#pragma once

#include <algorithm>
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
  explicit RequestRate(double per_s) : per_s_(per_s), each_ns_(std::min(1e9 / per_s, kMost_ns)) {}
  double per_s() const { return per_s_; }

  // Zero if `count` requests may be made now, which are then counted; or else how long to wait, and nothing is counted. More at
  // once than there are for a second may be made if none were made for a second. `before`: so many more of the same batch were
  // taken a moment ago.
  std::chrono::nanoseconds Take(uint32_t count, Clock::time_point now = Clock::now(), uint32_t before = 0) {
    const int64_t now_ns = now.time_since_epoch().count();
    const int64_t taken_ns = WorthOf_ns(count);
    const int64_t before_ns = WorthOf_ns(before);
    // A batch of more than a second's worth passes once all is there, and is paid for afterwards.
    const int64_t needed_ns = std::min(WorthOf_ns(static_cast<double>(count) + before), kAtOnce_ns);
    int64_t due_ns = due_ns_.load(std::memory_order_relaxed);
    for (;;) {
      const int64_t from_ns = std::max(due_ns, now_ns);
      if (std::max(due_ns - before_ns, now_ns) + needed_ns - kAtOnce_ns > now_ns) {
        return std::chrono::nanoseconds(from_ns + needed_ns - kAtOnce_ns - now_ns);
      }
      if (due_ns_.compare_exchange_weak(due_ns, from_ns + taken_ns, std::memory_order_relaxed)) return {};
    }
  }

  // How long to wait until a request may be made; zero: none.
  std::chrono::nanoseconds Wait(Clock::time_point now = Clock::now()) const {
    const int64_t wait_ns = due_ns_.load(std::memory_order_relaxed) - now.time_since_epoch().count() +
                            std::min(WorthOf_ns(1), kAtOnce_ns) - kAtOnce_ns;
    return std::chrono::nanoseconds(std::max<int64_t>(wait_ns, 0));
  }
  // Whether it is as good as a new one.
  bool IsPaid(Clock::time_point now = Clock::now()) const {
    return due_ns_.load(std::memory_order_relaxed) <= now.time_since_epoch().count();
  }

 private:
  static constexpr int64_t kAtOnce_ns = 1'000'000'000;
  static constexpr double kMost_ns = 1e18;  // a rate may be as low as it likes

  int64_t WorthOf_ns(double count) const {
    return static_cast<int64_t>(std::min(each_ns_ * count, kMost_ns));
  }

  const double per_s_;
  const double each_ns_;
  std::atomic<int64_t> due_ns_{0};  // when all that was taken is paid for
};

// The rates of callers by name, for as long as somebody holds them or they are not paid: nobody gets a new one by being
// forgotten. Any thread.
class RatesByName {
 public:
  // Null: no limit.
  std::shared_ptr<RequestRate> Of(const std::string& name, double per_s) {
    if (per_s <= 0) return nullptr;
    const std::lock_guard lock(mutex_);
    if (rates_.size() > 2 * held_) DropPaid();
    std::shared_ptr<RequestRate>& rate = rates_[name];
    if (rate == nullptr || rate->per_s() != per_s) rate = std::make_shared<RequestRate>(per_s);
    return rate;
  }
  // Null: there is none, or nothing was taken of it for long.
  std::shared_ptr<const RequestRate> Find(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = rates_.find(name);
    return found == rates_.end() ? nullptr : found->second;
  }
  size_t size() const {
    const std::lock_guard lock(mutex_);
    return rates_.size();
  }

 private:
  void DropPaid() {
    const auto now = RequestRate::Clock::now();
    std::erase_if(rates_, [now](const auto& entry) {
      return entry.second.use_count() == 1 && entry.second->IsPaid(now);
    });
    held_ = rates_.size() + kFewest;
  }

  static constexpr size_t kFewest = 64;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<RequestRate>> rates_;
  size_t held_ = kFewest;  // when it was looked at last, and some
};

}  // namespace waystone
