#include "core/base/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>
#include <vector>

namespace waystone {

void ParallelFor(size_t count, int thread_count, const std::function<void(size_t)>& body,
                 const std::function<bool()>& stop) {
  if (thread_count <= 0) thread_count = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const size_t threads = std::min(count, static_cast<size_t>(thread_count));
  std::atomic<size_t> next{0};
  auto work = [&] {
    for (size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      if (stop && stop()) return;
      body(i);
    }
  };
  if (threads <= 1) {
    work();
    return;
  }
  std::vector<std::jthread> pool;
  pool.reserve(threads - 1);
  try {
    for (size_t t = 1; t < threads; ++t) pool.emplace_back(work);
  } catch (const std::system_error&) {
    // If the system has no more threads, those that run do all the work.
  }
  work();
}

}  // namespace waystone
