#include "core/surface/zone_cache.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "core/base/random.h"
#include "core/graph/csr_graph.h"
#include "core/zones/zone_labels.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

// The zones of `count` nodes without any arcs: a size that tells whose they are.
ZoneData Islands(uint32_t count) { return PackZones(LabelZones(CsrGraph::FromArcs(count, {}), {})); }

TEST(ZoneCache, ComputesOnceForEachKey) {
  ZoneCache cache(4);
  int computed = 0;
  const auto get = [&](uint32_t variant, uint64_t abilities) {
    return cache.Get({variant, abilities}, [&] {
      ++computed;
      return Islands(static_cast<uint32_t>(abilities));
    });
  };
  EXPECT_EQ(get(0, 5)->view().header().node_count, 5U);
  EXPECT_EQ(get(0, 6)->view().header().node_count, 6U);
  EXPECT_EQ(get(0, 5)->view().header().node_count, 5U);
  EXPECT_EQ(computed, 2);
  get(1, 5);
  EXPECT_EQ(computed, 3);
}

TEST(ZoneCache, ComputesAnewWhatWasTooLate) {
  ZoneCache cache(2);
  int computed = 0;
  const auto get = [&](DeadlinePoll* poll) {
    return cache.Get(
        {0, 7}, [&] { return ++computed, Islands(7); }, poll);
  };
  const Deadline over = AskedClock::OverAt(1);
  DeadlinePoll late(over, 1);
  EXPECT_EQ(get(&late), nullptr);
  EXPECT_EQ(cache.GetIfReady({0, 7}), nullptr);
  const Deadline far = AskedClock::OverAt(100);
  DeadlinePoll in_time(far, 1);
  EXPECT_EQ(get(&in_time)->view().header().node_count, 7U);
  EXPECT_EQ(computed, 2);
  EXPECT_NE(get(&late), nullptr) << "it is there";
}

// Whoever waits for zones that another one computes leaves when its own time is over.
TEST(ZoneCache, WaitsForOthersWithinTheDeadline) {
  ZoneCache cache(2);
  std::atomic<bool> has_begun = false;
  std::atomic<bool> may_end = false;
  std::thread other([&] {
    cache.Get({0, 3}, [&] {
      has_begun = true;
      while (!may_end) std::this_thread::yield();
      return Islands(3);
    });
  });
  while (!has_begun) std::this_thread::yield();
  const Deadline over = AskedClock::OverAt(2);
  DeadlinePoll late(over, 1);
  EXPECT_EQ(cache.Get(
                {0, 3}, [] { return Islands(3); }, &late),
            nullptr);
  may_end = true;
  other.join();
  EXPECT_NE(cache.GetIfReady({0, 3}), nullptr);
}

TEST(ZoneCache, DropsTheLeastRecentlyUsedAndKeepsWhatIsHeld) {
  ZoneCache cache(2);
  const auto get = [&](uint64_t abilities) {
    return cache.Get({0, abilities}, [&] { return Islands(static_cast<uint32_t>(abilities)); });
  };
  const std::shared_ptr<const OwnedZones> held = get(2);
  get(1);
  EXPECT_NE(cache.GetIfReady({0, 1}), nullptr);
  get(3);  // now 1 and 3
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_EQ(cache.GetIfReady({0, 2}), nullptr);
  EXPECT_NE(cache.GetIfReady({0, 1}), nullptr);
  EXPECT_EQ(held->view().header().node_count, 2U);
  EXPECT_EQ(cache.size_bytes(), get(1)->size_bytes() + get(3)->size_bytes());
}

TEST(ZoneCache, HasNothingReadyBeforeItWasComputed) {
  ZoneCache cache(2);
  EXPECT_EQ(cache.GetIfReady({0, 1}), nullptr);
  EXPECT_EQ(cache.size(), 0U);
}

// What ThreadSanitizer watches: more keys than entries, and threads that meet at each of them.
TEST(ZoneCache, ServesManyThreads) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 400;
  ZoneCache cache(3);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      Random random(static_cast<uint64_t>(t));
      for (int i = 0; i < kRounds; ++i) {
        const uint32_t abilities = 1 + random.NextBelow(6);
        std::shared_ptr<const OwnedZones> zones = cache.GetIfReady({0, abilities});
        if (zones == nullptr) zones = cache.Get({0, abilities}, [&] { return Islands(abilities); });
        if (zones->view().header().node_count != abilities || cache.size() > 3) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(ZoneCache, ComputesOnceForThreadsThatAskTogether) {
  ZoneCache cache(3);
  std::atomic<int> computed = 0;
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      cache.Get({0, 1}, [&] {
        ++computed;
        return Islands(10'000);
      });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(computed, 1);
}

}  // namespace
}  // namespace waystone
