// The threads that calls run on, apart from gRPC's own, so that a long search never keeps the server from reading,
// answering and cancelling other calls.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "server/schedule/call_scheduler.h"

namespace waystone {

// Runs calls in the order of a CallScheduler: one thread for quick calls, `worker_threads` for all, and up to
// kMostReliefThreads that only relieve, begun when they are needed. Submit is thread-safe. The destructor runs what waits and joins.
class CallWorkers {
 public:
  static constexpr int kMostReliefThreads = 4 * static_cast<int>(CallScheduler::kMostOfAnAddress);

  // `worker_threads` 0: one per core. `max_calls` of each lane, and `max_bytes` that waiting calls hold (0: any), as in
  // CallScheduler::Limits.
  CallWorkers(int worker_threads, uint32_t max_calls, uint64_t max_bytes);
  ~CallWorkers();
  CallWorkers(const CallWorkers&) = delete;
  CallWorkers& operator=(const CallWorkers&) = delete;

  // Calls its `run` on a thread, or `refuse`, on this one or another; neither may throw.
  void Submit(QueuedCall call);
  // What there is of a lane now.
  struct Load {
    size_t waiting = 0;
    size_t running = 0;
    uint64_t waiting_bytes = 0;
  };
  Load LoadOf(Lane lane) const;
  // Calls refused since the last time that this was asked.
  uint64_t TakeRefusedCount() { return refused_.exchange(0, std::memory_order_relaxed); }

 private:
  using ThreadKind = CallScheduler::ThreadKind;
  struct Wake {
    bool quick = false;
    bool worker = false;
    bool relief = false;
  };

  void Work(ThreadKind kind);
  void GiveWay() const;
  void WaitForWork(ThreadKind kind, std::unique_lock<std::mutex>& lock);
  void WaitUntilReliefIsDue(std::unique_lock<std::mutex>& lock);
  Wake OthersToWake(ThreadKind kind);
  bool HasIdleRelief();
  void Notify(const Wake& wake);  // without the lock, for which who wakes would wait
  void Refuse(const std::vector<CallScheduler::Refused>& refused);
  bool HasNothingFor(ThreadKind kind) const;

  const int base_nice_;
  mutable std::mutex mutex_;
  std::condition_variable quick_wake_;
  std::condition_variable worker_wake_;
  std::condition_variable relief_wake_;
  CallScheduler scheduler_;
  int idle_workers_ = 0;
  int idle_relief_ = 0;
  int relief_threads_ = 0;
  bool is_quick_idle_ = false;
  bool stopping_ = false;
  std::atomic<uint64_t> refused_{0};
  std::vector<std::thread> threads_;
};

}  // namespace waystone
