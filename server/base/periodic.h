// Something done again and again.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace waystone {

// Calls `task` on a thread of its own, each time so long after the last time ended. The destructor waits for it.
class Periodic {
 public:
  Periodic(std::chrono::milliseconds pause, std::function<void()> task)
      : thread_([this, pause, task = std::move(task)] { Run(pause, task); }) {}
  ~Periodic() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    wake_.notify_all();
    thread_.join();
  }
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

 private:
  void Run(std::chrono::milliseconds pause, const std::function<void()>& task) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, pause, [this] { return stopping_; })) {
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;  // last: begins when the rest is there
};

}  // namespace waystone
