#include "server/base/search_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <thread>
#include <vector>

#include "core/base/taken_memory.h"

namespace waystone {
namespace {

constexpr int kMegabyte = 1 << 20;

// Waits for some looks, or with patience until there is an end.
void WaitFor(const std::atomic<bool>& cancelled, int milliseconds) {
  for (int i = 0; i < milliseconds && !cancelled; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

TEST(SearchMemory, EndsACallThatTakesMoreThanItsLimit) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  const std::vector<char> most(60 * kMegabyte);
  WaitFor(cancelled, 200);
  EXPECT_FALSE(cancelled);
  EXPECT_FALSE(running.is_over());
  const std::vector<char> more(10 * kMegabyte);
  WaitFor(cancelled, 20'000);
  EXPECT_TRUE(cancelled);
  EXPECT_TRUE(running.is_over());
}

TEST(SearchMemory, WhatWasTakenBeforeTheCallDoesNotCount) {
  SearchMemory memory(64 * kMegabyte);
  const std::vector<char> before(100 * kMegabyte);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  const std::vector<char> most(60 * kMegabyte);
  WaitFor(cancelled, 200);
  EXPECT_FALSE(cancelled);
}

TEST(SearchMemory, WhatIsLoadedForACallDoesNotCount) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  std::vector<char> loaded;
  {
    const UncountedMemory of_all;
    const UncountedMemory nested;
    loaded.resize(100 * kMegabyte);
    WaitFor(cancelled, 200);  // also while it is being loaded
  }
  const std::vector<char> most(60 * kMegabyte);
  WaitFor(cancelled, 200);
  EXPECT_FALSE(cancelled);
  const std::vector<char> more(10 * kMegabyte);
  WaitFor(cancelled, 20'000);
  EXPECT_TRUE(cancelled);
}

TEST(SearchMemory, EndsTheLargestOfTooManyTogether) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> flags[4] = {};
  std::latch is_ended(1);
  std::latch have_begun(4);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const SearchMemory::Running running(memory, flags[i]);
      have_begun.arrive_and_wait();
      const std::vector<char> taken((i == 2 ? 60 : 30) * kMegabyte);
      is_ended.wait();
    });
  }
  WaitFor(flags[2], 20'000);
  EXPECT_TRUE(flags[2]);
  for (const int other : {0, 1, 3}) EXPECT_FALSE(flags[other]) << other;
  is_ended.count_down();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace waystone
