// How much memory the calls that run have taken, and an end to those that take too much.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/base/taken_memory.h"

namespace waystone {

// Counts what threads allocate by `new` and free again; the server's `new` and `delete` are its own for that. A call that has
// taken more than its limit, or the largest while all together have taken more than twice as much, is cancelled: its search
// ends when it next looks at its deadline. Looks whenever a call has taken a further MiB. Thread-safe; calls must not
// outlive it.
class SearchMemory {
  struct Call {
    const std::atomic<int64_t>* thread_bytes = nullptr;
    int64_t begun_bytes = 0;
    std::atomic<bool>* cancelled = nullptr;
    std::atomic<bool> is_over{false};
    std::atomic<bool> is_over_all{false};  // though it took less than one may

    int64_t TakenBytes() const { return thread_bytes->load(std::memory_order_relaxed) - begun_bytes; }
  };

 public:
  explicit SearchMemory(uint64_t max_bytes) : max_bytes_(static_cast<int64_t>(max_bytes)) {}

  // A call that runs on this thread from here on, until it is left. `cancelled` is set if it takes too much.
  class Running {
   public:
    Running(SearchMemory& memory, std::atomic<bool>& cancelled);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    // Whether it has taken too much; of all calls together, as the one that took most.
    bool is_over() const { return call_.is_over.load(std::memory_order_relaxed); }
    bool is_over_all() const { return call_.is_over_all.load(std::memory_order_relaxed); }

   private:
    SearchMemory& memory_;
    Call call_;
    const TakenMemoryWatch watch_;  // last: ends first, as looking needs the call
  };

  // Of all that run now. O(calls).
  uint64_t TakenBytes() const;
  uint64_t max_bytes() const { return static_cast<uint64_t>(max_bytes_); }

 private:
  void Look();

  const int64_t max_bytes_;
  mutable std::mutex mutex_;
  std::vector<Call*> calls_;
};

}  // namespace waystone
