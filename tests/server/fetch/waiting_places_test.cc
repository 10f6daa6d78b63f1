#include "server/fetch/waiting_places.h"

#include <gtest/gtest.h>

#include <array>

namespace waystone {
namespace {

using Waiter = WaitingPlaces::Waiter;

TEST(WaitingPlacesTest, ACallerHasNoMorePlacesThanHeMay) {
  WaitingPlaces places({.most = 10, .most_of_caller = 2});
  std::array<Waiter, 3> own;
  Waiter other;
  EXPECT_TRUE(places.Take("a", own[0]));
  EXPECT_TRUE(places.Take("a", own[1]));
  EXPECT_FALSE(places.Take("a", own[2]));
  EXPECT_TRUE(places.Take("b", other));
  places.Leave("a", own[0]);
  EXPECT_TRUE(places.Take("a", own[2]));
  EXPECT_EQ(places.size(), 3);
}

TEST(WaitingPlacesTest, IfAllAreTakenTheNewestOfWhoHasMostLeaves) {
  WaitingPlaces places({.most = 4, .most_of_caller = 3});
  std::array<Waiter, 3> most;
  std::array<Waiter, 2> others;
  for (Waiter& waiter : most) EXPECT_TRUE(places.Take("a", waiter));
  EXPECT_TRUE(places.Take("b", others[0]));
  EXPECT_TRUE(places.Take("c", others[1]));
  EXPECT_TRUE(most[2].must_leave);
  EXPECT_FALSE(most[2].has_place);
  EXPECT_FALSE(most[0].must_leave || most[1].must_leave || others[0].must_leave);
  EXPECT_EQ(places.size(), 4);
  places.Leave("a", most[2]);
  EXPECT_EQ(places.size(), 4) << "it has left already";
}

TEST(WaitingPlacesTest, NobodyLeavesForWhoWouldHaveAsMuch) {
  WaitingPlaces places({.most = 2, .most_of_caller = 2});
  std::array<Waiter, 3> waiters;
  EXPECT_TRUE(places.Take("a", waiters[0]));
  EXPECT_TRUE(places.Take("b", waiters[1]));
  EXPECT_FALSE(places.Take("c", waiters[2]));
  EXPECT_FALSE(places.Take("a", waiters[2]));
  EXPECT_FALSE(waiters[0].must_leave || waiters[1].must_leave);
}

}  // namespace
}  // namespace waystone
