#include "server/access/request_rate.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;

constexpr RequestRate::Clock::time_point kBegin{std::chrono::hours(1)};

TEST(RequestRate, ASecondsWorthAtOnceAndThenOneByOne) {
  RequestRate rate(10);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(rate.Take(1, kBegin).count(), 0) << i;
  EXPECT_EQ(rate.Take(1, kBegin), milliseconds(100));
  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(99)), milliseconds(1)) << "a refusal costs nothing";
  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(100)).count(), 0);
  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(100)), milliseconds(100));
}

TEST(RequestRate, ALargeBatchPassesAndIsPaidForAfterwards) {
  RequestRate rate(10);
  EXPECT_EQ(rate.Take(30, kBegin).count(), 0);
  EXPECT_EQ(rate.Take(1, kBegin), milliseconds(2100));
  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(2100)).count(), 0);
  EXPECT_GT(rate.Take(30, kBegin + milliseconds(2100)).count(), 0);
}

TEST(RequestRate, ABatchPaysForItsFirstItemBeforeTheOthers) {
  RequestRate rate(10);
  EXPECT_EQ(rate.Take(1, kBegin).count(), 0);
  EXPECT_EQ(rate.Take(29, kBegin, 1).count(), 0) << "as 30 at once";
  EXPECT_EQ(rate.Take(1, kBegin), milliseconds(2100));

  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(2100)).count(), 0);
  EXPECT_EQ(rate.Take(29, kBegin + milliseconds(2100), 1), milliseconds(1000))
      << "the first item is not given back";
  EXPECT_EQ(rate.Take(1, kBegin + milliseconds(3100)).count(), 0);
  EXPECT_EQ(rate.Take(29, kBegin + milliseconds(3100), 1).count(), 0) << "after the wait that was told";
}

TEST(RequestRate, TellsTheWaitWithoutTaking) {
  RequestRate rate(10);
  EXPECT_EQ(rate.Wait(kBegin).count(), 0);
  EXPECT_TRUE(rate.IsPaid(kBegin));
  EXPECT_EQ(rate.Take(10, kBegin).count(), 0);
  EXPECT_EQ(rate.Wait(kBegin), milliseconds(100));
  EXPECT_EQ(rate.Wait(kBegin + milliseconds(100)).count(), 0);
  EXPECT_FALSE(rate.IsPaid(kBegin + milliseconds(999)));
  EXPECT_TRUE(rate.IsPaid(kBegin + milliseconds(1000)));
}

TEST(RequestRate, ARateMayBeAsLowAsItLikes) {
  RequestRate rate(1e-300);
  EXPECT_EQ(rate.Take(4'000'000'000, kBegin).count(), 0);
  EXPECT_EQ(rate.Take(4'000'000'000, kBegin, 1).count(), 0);
  EXPECT_GT(rate.Take(1, kBegin + std::chrono::hours(1)).count(), 0);
}

// Over any time, no more passes than the rate allows, and a second's worth; who asks all the time gets nearly all of it.
TEST(RequestRate, GivesWhatItSaysOverRandomTimes) {
  Random random(3);
  for (int round = 0; round < 200; ++round) {
    const double per_s = 1 + random.NextUnit() * 1000;
    RequestRate rate(per_s);
    nanoseconds at{};
    double passed = 0;
    while (at < std::chrono::seconds(20)) {
      const uint32_t count = 1 + random.NextBelow(3);
      if (rate.Take(count, kBegin + at).count() == 0) passed += count;
      at += nanoseconds(static_cast<int64_t>(random.NextUnit() * 1e9 / per_s));
    }
    EXPECT_LE(passed, per_s * 21 + 3) << per_s;
    EXPECT_GE(passed, per_s * 20 * 0.9) << per_s;
  }
}

TEST(RequestRate, ThreadsShareIt) {
  RequestRate rate(1000);
  std::atomic<int> passed{0};
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 2000; ++k) passed += rate.Take(1, kBegin).count() == 0 ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(passed, 1000);
}

TEST(RatesByName, ThoseInDebtAreKeptAndThePaidForgotten) {
  RatesByName rates;
  EXPECT_EQ(rates.Find("deep"), nullptr);
  EXPECT_EQ(rates.Of("deep", 5)->Take(1'000'000).count(), 0);
  for (int i = 0; i < 10'000; ++i) rates.Of("name " + std::to_string(i), 5);
  EXPECT_LT(rates.size(), 1000U);
  ASSERT_NE(rates.Find("deep"), nullptr);
  EXPECT_GT(rates.Of("deep", 5)->Take(1).count(), 0);
}

TEST(RatesByName, ANameHasOneForAsLongAsSomebodyHoldsIt) {
  RatesByName rates;
  const auto first = rates.Of("a", 5);
  EXPECT_EQ(rates.Of("a", 5), first);
  EXPECT_NE(rates.Of("b", 5), first);
  EXPECT_NE(rates.Of("a", 6), first) << "its limit was changed";
  EXPECT_EQ(rates.Of("c", 0), nullptr) << "no limit";
  for (int i = 0; i < 10'000; ++i) rates.Of("name " + std::to_string(i), 5);
}

}  // namespace
}  // namespace waystone
