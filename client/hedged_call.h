// A call that is made a second time, mostly to another replica, if the answer lets wait for it. (Dean, Barroso: The tail at scale,
// 2013.) Every call only reads, so that making it twice is harmless.
#pragma once

#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace waystone::client {

// How many calls may be made a second time: one of 20 calls, and 10 at once, so that slow servers do not get twice the load.
// Thread-safe.
class HedgeBudget {
 public:
  void CountCall() {
    int32_t had = shares_.load(std::memory_order_relaxed);
    while (had < kMost && !shares_.compare_exchange_weak(had, had + 1, std::memory_order_relaxed)) {
    }
  }
  // Whether one more may be.
  bool Take() {
    int32_t had = shares_.load(std::memory_order_relaxed);
    while (had >= kPrice && !shares_.compare_exchange_weak(had, had - kPrice, std::memory_order_relaxed)) {
    }
    return had >= kPrice;
  }

 private:
  static constexpr int32_t kPrice = 20;  // [calls]
  static constexpr int32_t kMost = 10 * kPrice;

  std::atomic<int32_t> shares_{kMost};
};

// Both tries of one call. They keep it alive until the later one has ended, which nobody waits for.
template <typename Response>
class HedgedCall : public std::enable_shared_from_this<HedgedCall<Response>> {
 public:
  using Done = std::function<void(grpc::Status)>;
  // Begins a try, and keeps what it needs until it is done.
  using Start = std::function<void(grpc::ClientContext& context, Response& response, Done done)>;

  explicit HedgedCall(Start start) : start_(std::move(start)) {}

  // The first answer, or the first error that every replica would give. If there is neither: an error of one replica, as of a map that it
  // lacks, or else how the first try ended. Blocks; call it once.
  grpc::Status Run(std::chrono::milliseconds hedge_after, HedgeBudget& budget, Response& response) {
    budget.CountCall();
    Begin(0);
    std::unique_lock lock(mutex_);
    const auto is_first_done = [this] { return tries_[0].status.has_value(); };
    if (!changed_.wait_for(lock, hedge_after, is_first_done) && budget.Take()) {
      lock.unlock();
      Begin(1);
      lock.lock();
    }
    changed_.wait(lock, [this] { return FindEnded(IsFinal) != nullptr || AreAllDone(); });
    Try* best = FindEnded(IsFinal);
    for (Try& one : tries_) {
      if (one.has_begun && &one != best) one.context.TryCancel();
    }
    if (best == nullptr) best = FindEnded(IsOfReplica);
    if (best == nullptr) best = tries_.data();
    response = std::move(best->response);
    return *best->status;
  }

 private:
  struct Try {
    grpc::ClientContext context;
    Response response;
    bool has_begun = false;
    std::optional<grpc::Status> status;  // once it is done
  };

  void Begin(size_t index) {
    Try& one = tries_[index];
    one.has_begun = true;
    start_(one.context, one.response, [self = this->shared_from_this(), &one](const grpc::Status& status) {
      const std::lock_guard lock(self->mutex_);
      one.status = status;
      self->changed_.notify_one();
    });
  }

  static bool IsFinal(grpc::StatusCode code) {
    switch (code) {
      case grpc::StatusCode::OK:
      case grpc::StatusCode::INVALID_ARGUMENT:
      case grpc::StatusCode::OUT_OF_RANGE:
        return true;
      default:
        return false;
    }
  }
  static bool IsOfReplica(grpc::StatusCode code) {
    switch (code) {
      case grpc::StatusCode::UNAVAILABLE:
      case grpc::StatusCode::RESOURCE_EXHAUSTED:
      case grpc::StatusCode::DEADLINE_EXCEEDED:
      case grpc::StatusCode::CANCELLED:
      case grpc::StatusCode::ABORTED:
      case grpc::StatusCode::INTERNAL:
      case grpc::StatusCode::UNKNOWN:
        return false;
      default:
        return true;
    }
  }
  Try* FindEnded(bool (*is_so)(grpc::StatusCode)) {
    const auto has_ended_so = [is_so](const Try& one) {
      return one.status && is_so(one.status->error_code());
    };
    const auto found = std::find_if(tries_.begin(), tries_.end(), has_ended_so);
    return found == tries_.end() ? nullptr : &*found;
  }
  bool AreAllDone() const {
    return std::all_of(tries_.begin(), tries_.end(),
                       [](const Try& one) { return !one.has_begun || one.status.has_value(); });
  }

  const Start start_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::array<Try, 2> tries_;
};

}  // namespace waystone::client
