#include "core/base/sort_in_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/random.h"
#include "tests/support/asked_clock.h"

namespace waystone {
namespace {

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;

Pairs Draw(size_t count) {
  Random random(count);
  Pairs pairs;
  for (uint32_t i = 0; i < count; ++i) pairs.emplace_back(random.NextBelow(1000), i);
  return pairs;
}

TEST(SortInTime, SortsAsAStableSortDoes) {
  const auto by_first = [](const auto& a, const auto& b) { return a.first < b.first; };
  for (const size_t count : {0U, 1U, 2U, 100U, 2047U, 2048U, 2049U, 4096U, 5000U, 50'000U}) {
    Pairs pairs = Draw(count);
    Pairs expected = pairs;
    std::stable_sort(expected.begin(), expected.end(), by_first);
    EXPECT_TRUE(SortInTime(pairs, Deadline(), by_first));
    EXPECT_EQ(pairs, expected) << count;
  }
}

TEST(SortInTime, LooksAtTheDeadlineInEveryPart) {
  Pairs pairs = Draw(50'000);
  EXPECT_TRUE(SortInTime(pairs, AskedClock::OverAt(100'000)));
  const int looks = AskedClock::seconds;
  // 25 blocks, and 25 looks in each of five rounds of merging.
  EXPECT_GE(looks, 25 * 6);
  for (const int at : {1, 20, 30, looks}) {
    Pairs again = Draw(50'000);
    EXPECT_FALSE(SortInTime(again, AskedClock::OverAt(at))) << at;
    EXPECT_EQ(AskedClock::seconds, at) << "it ends with the look that is late";
  }
}

TEST(DeadlinePoll, LooksAtTheFirstStepAndThenNowAndThen) {
  const Deadline deadline = AskedClock::OverAt(3);
  DeadlinePoll poll(deadline, 10);
  int steps = 0;
  while (!poll.Expired()) ++steps;
  EXPECT_EQ(steps, 20);
  EXPECT_TRUE(poll.Expired());
  EXPECT_EQ(AskedClock::seconds, 3) << "once late, always late";
  EXPECT_EQ(poll.Status().code(), absl::StatusCode::kDeadlineExceeded);
  DeadlinePoll big(deadline, 10);
  big.Expired();
  const int before = AskedClock::seconds;
  big.Expired(9);
  EXPECT_EQ(AskedClock::seconds, before);
}

}  // namespace
}  // namespace waystone
