#include "core/skeleton/order_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/exact_order.h"

namespace waystone {
namespace {

StopDistances RandomDistances(Random& random, uint32_t count, bool is_two_way) {
  StopDistances distances(count);
  for (uint32_t a = 0; a < count; ++a) {
    for (uint32_t b = 0; b < count; ++b) {
      if (is_two_way && a > b) {
        distances.Set(a, b, static_cast<float>(distances.At(b, a)));
      } else {
        distances.Set(a, b, static_cast<float>(1 + random.NextBelow(50)));
      }
    }
  }
  Pacer unhurried{Deadline()};
  distances.FindNear(unhurried);
  return distances;
}

double LengthOf(const StopDistances& distances, const std::vector<uint32_t>& order) {
  double length_m = 0;
  for (size_t i = 1; i < order.size(); ++i) length_m += distances.At(order[i - 1], order[i]);
  return length_m;
}

// Of all orders that begin with the first and end with the last.
double ShortestOfAll(const StopDistances& distances) {
  std::vector<uint32_t> order(distances.count());
  std::iota(order.begin(), order.end(), 0U);
  double shortest_m = LengthOf(distances, order);
  while (std::next_permutation(order.begin() + 1, order.end() - 1)) {
    shortest_m = std::min(shortest_m, LengthOf(distances, order));
  }
  return shortest_m;
}

void ExpectOrderOfAll(const StopDistances& distances, std::vector<uint32_t> order) {
  ASSERT_EQ(order.front(), 0U);
  ASSERT_EQ(order.back(), distances.count() - 1);
  std::sort(order.begin(), order.end());
  for (uint32_t i = 0; i < distances.count(); ++i) ASSERT_EQ(order[i], i);
}

TEST(ExactOrder, IsTheShortestOfAllOrders) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const StopDistances distances = RandomDistances(random, 2 + random.NextBelow(7), round % 2 == 0);
    const std::vector<uint32_t> order = ShortestOrder(distances);
    ASSERT_NO_FATAL_FAILURE(ExpectOrderOfAll(distances, order));
    ASSERT_DOUBLE_EQ(LengthOf(distances, order), ShortestOfAll(distances));
  }
}

TEST(OrderSearch, FindsTheShortestOfMostSmallOrdersAndSaysHowLongItIs) {
  Random random(2);
  Pacer pacer{Deadline()};
  int shortest = 0;
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    const StopDistances distances = RandomDistances(random, 6 + random.NextBelow(7), round % 2 == 0);
    OrderSearch search(distances, std::vector<uint8_t>(distances.count(), 1));
    search.Run(500, 0, pacer);
    ASSERT_NO_FATAL_FAILURE(ExpectOrderOfAll(distances, search.order()));
    ASSERT_NEAR(search.length_m(), LengthOf(distances, search.order()), 1e-6);
    shortest += search.length_m() <= LengthOf(distances, ShortestOrder(distances)) + 1e-6 ? 1 : 0;
  }
  EXPECT_GE(shortest, kRounds * 9 / 10);
}

// Without a limit of time or kicks.
TEST(OrderSearch, EndsOnceNothingIsFoundForLongMostlyAtTheShortest) {
  Random random(4);
  Pacer pacer{Deadline()};
  int shortest = 0;
  constexpr int kRounds = 50;
  for (int round = 0; round < kRounds; ++round) {
    const StopDistances distances = RandomDistances(random, 6 + random.NextBelow(7), round % 2 == 0);
    OrderSearch search(distances, std::vector<uint8_t>(distances.count(), 1));
    search.Run(std::numeric_limits<uint64_t>::max(), 0, pacer);
    shortest += search.length_m() <= LengthOf(distances, ShortestOrder(distances)) + 1e-6 ? 1 : 0;
  }
  EXPECT_GE(shortest, kRounds * 98 / 100);
}

TEST(OrderSearch, OfManyStopsIsNeverLongerThanBeforeAndGetsShorterWithMoreKicks) {
  Random random(3);
  Pacer pacer{Deadline()};
  for (const bool is_two_way : {false, true}) {
    const StopDistances distances = RandomDistances(random, 120, is_two_way);
    OrderSearch search(distances, std::vector<uint8_t>(distances.count(), 1));
    double before_m = search.length_m();
    for (const uint64_t kicks : {0, 100, 10'000}) {
      search.Run(kicks, 0, pacer);
      ASSERT_NO_FATAL_FAILURE(ExpectOrderOfAll(distances, search.order()));
      ASSERT_NEAR(search.length_m(), LengthOf(distances, search.order()), 1e-6);
      EXPECT_LT(search.length_m(), before_m);
      before_m = search.length_m();
    }
  }
}

}  // namespace
}  // namespace waystone
