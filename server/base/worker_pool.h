// Threads that work through a queue.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace waystone {

// A fixed number of threads, first come first served. The queue is bounded by whoever submits.
// Submit is thread-safe. The destructor runs what is queued and joins.
class WorkerPool {
 public:
  // `thread_count` 0: one per core.
  explicit WorkerPool(int thread_count);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // The task must not throw.
  void Submit(std::function<void()> task);

 private:
  void Work();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> queue_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace waystone
