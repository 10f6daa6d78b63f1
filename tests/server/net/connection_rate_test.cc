#include "server/net/connection_rate.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

using std::chrono::milliseconds;

TEST(ConnectionRate, AnAddressMayOpenSomeAtOnceAndThenSomeASecond) {
  ConnectionRate rate;
  const ConnectionRate::Clock::time_point start{std::chrono::hours(1)};
  for (int i = 0; i < ConnectionRate::kAtOnce; ++i) ASSERT_TRUE(rate.MayOpen("a", start)) << i;
  EXPECT_FALSE(rate.MayOpen("a", start));
  EXPECT_TRUE(rate.MayOpen("b", start)) << "other addresses have their own";
  int opened = 0;
  for (int ms = 1; ms <= 10'000; ++ms) opened += rate.MayOpen("a", start + milliseconds(ms)) ? 1 : 0;
  EXPECT_NEAR(opened, 10 * ConnectionRate::kPerSecond, 1);
}

TEST(ConnectionRate, AnAddressThatRestsMayOpenAsManyAtOnceAgain) {
  ConnectionRate rate;
  const ConnectionRate::Clock::time_point start{std::chrono::hours(1)};
  for (int i = 0; i < ConnectionRate::kAtOnce; ++i) rate.MayOpen("a", start);
  const auto later = start + std::chrono::seconds(100);
  int opened = 0;
  for (int i = 0; i < 2 * ConnectionRate::kAtOnce; ++i) opened += rate.MayOpen("a", later) ? 1 : 0;
  EXPECT_EQ(opened, ConnectionRate::kAtOnce);
}

TEST(ConnectionRate, ConnectionsThatEndSoonCostWhatTheyHaveSent) {
  ConnectionRate rate;
  const ConnectionRate::Clock::time_point start{std::chrono::hours(1)};
  const auto count = [&](ConnectionRate::Clock::time_point now) {
    int opened = 0;
    while (rate.MayOpen("a", now)) ++opened;
    return opened;
  };
  ASSERT_TRUE(rate.MayOpen("a", start));
  rate.AddShort("a", 1000, 0, start);
  rate.AddShort("a", 10 << 10, 0, start);
  rate.AddShort("a", 800'000, 100'000, start);  // it took its answers
  EXPECT_EQ(count(start), ConnectionRate::kAtOnce - 1 - 10);
  for (int i = 0; i < 8; ++i) rate.AddShort("a", 1ULL << 40, 0, start);  // 32 each
  EXPECT_EQ(count(start + std::chrono::seconds(4)), 0);
  EXPECT_EQ(count(start + std::chrono::seconds(5)), ConnectionRate::kPerSecond);
  for (int i = 0; i < 100; ++i) rate.AddShort("a", 1ULL << 40, 0, start + std::chrono::seconds(5));
  EXPECT_EQ(count(start + std::chrono::seconds(10)), ConnectionRate::kPerSecond) << "a debt has an end";
}

}  // namespace
}  // namespace waystone
