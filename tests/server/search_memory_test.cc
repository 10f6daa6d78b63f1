#include "server/base/search_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace waystone {
namespace {

// Takes so many megabytes, then waits to be cancelled, for some looks at most. Whether it was.
bool IsEnded(const std::atomic<bool>& cancelled, int megabytes) {
  const std::vector<char> taken(static_cast<size_t>(megabytes) << 20);
  for (int i = 0; i < 100 && !cancelled; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  return cancelled && taken[0] == 0;
}

TEST(SearchMemory, EndsACallThatTakesMoreThanItsLimit) {
  SearchMemory memory(64 << 20);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  EXPECT_FALSE(IsEnded(cancelled, 60));
  EXPECT_FALSE(running.is_over());
  EXPECT_TRUE(IsEnded(cancelled, 70));
  EXPECT_TRUE(running.is_over());
}

TEST(SearchMemory, WhatWasTakenBeforeTheCallDoesNotCount) {
  SearchMemory memory(64 << 20);
  const std::vector<char> before(100 << 20);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  EXPECT_FALSE(IsEnded(cancelled, 60));
}

TEST(SearchMemory, EndsTheLargestOfTooManyTogether) {
  SearchMemory memory(64 << 20);
  std::atomic<bool> flags[4] = {};
  std::atomic<int> ended{0};
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const SearchMemory::Running running(memory, flags[i]);
      if (IsEnded(flags[i], i == 2 ? 60 : 40)) ++ended;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(flags[2]);
}

}  // namespace
}  // namespace waystone
