#include "server/base/search_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "core/base/taken_memory.h"

namespace waystone {
namespace {

constexpr int kMegabyte = 1 << 20;

TEST(SearchMemory, EndsACallThatTakesMoreThanItsLimit) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  const std::vector<char> most(60 * kMegabyte);
  EXPECT_FALSE(cancelled);
  EXPECT_FALSE(running.is_over());
  const std::vector<char> more(10 * kMegabyte);
  EXPECT_TRUE(cancelled);
  EXPECT_TRUE(running.is_over());
}

TEST(SearchMemory, WhatWasTakenBeforeTheCallDoesNotCount) {
  SearchMemory memory(64 * kMegabyte);
  const std::vector<char> before(100 * kMegabyte);
  std::atomic<bool> cancelled{false};
  const SearchMemory::Running running(memory, cancelled);
  const std::vector<char> most(60 * kMegabyte);
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
  }
  const std::vector<char> most(60 * kMegabyte);
  EXPECT_FALSE(cancelled);
  const std::vector<char> more(10 * kMegabyte);
  EXPECT_TRUE(cancelled);
}

TEST(SearchMemory, EndsTheLargestOfTooManyTogether) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> flags[4] = {};
  std::latch have_begun(4);
  std::latch have_taken(4);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      const SearchMemory::Running running(memory, flags[i]);
      have_begun.arrive_and_wait();
      const std::vector<char> taken((i == 2 ? 60 : 30) * kMegabyte);
      have_taken.arrive_and_wait();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(flags[2]);
  for (const int other : {0, 1, 3}) EXPECT_FALSE(flags[other]) << other;
}

// One falls and rises again below what it had, while another has come.
TEST(SearchMemory, SeesWhatIsTakenAgain) {
  SearchMemory memory(64 * kMegabyte);
  std::atomic<bool> first{false};
  std::atomic<bool> second{false};
  std::latch has_fallen(1);
  std::latch others_have_risen(1);
  std::thread thread([&] {
    const SearchMemory::Running running(memory, first);
    { const std::vector<char> high(60 * kMegabyte); }
    has_fallen.count_down();
    others_have_risen.wait();
    const std::vector<char> again(55 * kMegabyte);
  });
  has_fallen.wait();
  std::thread other([&] {
    const SearchMemory::Running running(memory, second);
    const std::vector<char> much(63 * kMegabyte);
    std::atomic<bool> third{false};
    std::thread another([&] {
      const SearchMemory::Running also_running(memory, third);
      const std::vector<char> more(50 * kMegabyte);
      others_have_risen.count_down();
      thread.join();
    });
    another.join();
    EXPECT_FALSE(third);
  });
  other.join();
  EXPECT_TRUE(second);  // the largest
  EXPECT_FALSE(first);
}

}  // namespace
}  // namespace waystone
