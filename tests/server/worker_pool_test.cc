#include "server/base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace waystone {
namespace {

TEST(WorkerPool, RunsEverythingThatWasSubmittedBeforeItEnds) {
  std::atomic<int> done{0};
  {
    WorkerPool pool(3);
    std::vector<std::thread> submitters;
    submitters.reserve(4);
    for (int i = 0; i < 4; ++i) {
      submitters.emplace_back([&] {
        for (int k = 0; k < 1000; ++k) pool.Submit([&] { ++done; });
      });
    }
    for (std::thread& submitter : submitters) submitter.join();
  }
  EXPECT_EQ(done, 4000);
}

TEST(WorkerPool, OneThreadKeepsTheOrder) {
  std::vector<int> order;
  {
    WorkerPool pool(1);
    for (int i = 0; i < 100; ++i) pool.Submit([&order, i] { order.push_back(i); });
  }
  for (int i = 0; i < 100; ++i) EXPECT_EQ(order[i], i);
}

TEST(WorkerPool, ALongTaskHoldsOnlyItsOwnThread) {
  WorkerPool pool(2);
  std::promise<void> release;
  std::promise<void> other;
  pool.Submit([&] { release.get_future().wait(); });
  pool.Submit([&] { other.set_value(); });
  other.get_future().wait();
  release.set_value();
}

}  // namespace
}  // namespace waystone
