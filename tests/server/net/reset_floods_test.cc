#include "server/net/reset_floods.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace waystone {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// One connection on an imagined clock.
class ResetFloodsTest : public ::testing::Test {
 protected:
  std::vector<std::string> Look(uint64_t more_reset, uint32_t excused = 0,
                                milliseconds later = milliseconds(100)) {
    now_ += later;
    traffic_.reset_streams += more_reset;
    ArrivedBytes::ByConnection arrived;
    arrived["a:1"].excused = excused;
    return floods_.Look({traffic_}, arrived, now_);
  }

  // What the third look in a row tells, the first of which finds so many reset.
  std::vector<std::string> LookThrice(uint64_t more_reset) {
    EXPECT_THAT(Look(more_reset), IsEmpty()) << "most of them may yet be excused";
    EXPECT_THAT(Look(0), IsEmpty());
    return Look(0);
  }

  static constexpr uint64_t kMaxStreams = 100;
  static constexpr uint64_t kMost = ResetFloods::kMostPerSecond;
  Traffic traffic_{.connection = "a:1", .holder = "a"};

 private:
  ResetFloods floods_{kMaxStreams};
  ResetFloods::Clock::time_point now_{};
};

TEST_F(ResetFloodsTest, AreTheResetsOfOneConnectionInASecond) {
  EXPECT_THAT(Look(0), IsEmpty());
  for (int i = 0; i < 100; ++i) ASSERT_THAT(Look(kMost / 10), IsEmpty()) << i;
  EXPECT_THAT(LookThrice(kMost + 1), ElementsAre("a:1"));
  EXPECT_THAT(Look(kMost + 1), IsEmpty()) << "told once";
}

TEST_F(ResetFloodsTest, AConnectionMayFloodFromItsFirstLookOn) {
  EXPECT_THAT(LookThrice(kMost + 1), ElementsAre("a:1"));
}

TEST_F(ResetFloodsTest, MoreOpenStreamsThanThereMayBeAreReset) {
  traffic_.open_streams = kMaxStreams + kMost;
  for (int i = 0; i < 100; ++i) ASSERT_THAT(Look(0), IsEmpty()) << i;
  traffic_.open_streams += 1;
  EXPECT_THAT(LookThrice(0), ElementsAre("a:1"));
}

TEST_F(ResetFloodsTest, CallsWhoseTimeIsOverAreNoResets) {
  for (int i = 0; i < 100; ++i) ASSERT_THAT(Look(kMost, kMost), IsEmpty()) << i;
  for (int i = 0; i < 3; ++i) EXPECT_THAT(Look(0, 0, milliseconds(1000)), IsEmpty());
  EXPECT_THAT(LookThrice(kMost + 1), ElementsAre("a:1")) << "excuses are of their time";
}

TEST_F(ResetFloodsTest, ExcusesMayComeLaterThanTheResets) {
  for (int i = 0; i < 50; ++i) {
    ASSERT_THAT(Look(5 * kMost), IsEmpty()) << i;
    ASSERT_THAT(Look(0), IsEmpty()) << i;
    ASSERT_THAT(Look(0, 5 * kMost), IsEmpty()) << i;
  }
}

TEST_F(ResetFloodsTest, ExcusesMayComeASecondBeforeTheResets) {
  for (int i = 0; i < 5; ++i) {
    ASSERT_THAT(Look(0, 5 * kMost), IsEmpty()) << i;
    for (int k = 0; k < 9; ++k) ASSERT_THAT(Look(0), IsEmpty()) << i;
    ASSERT_THAT(Look(5 * kMost), IsEmpty()) << i;
    for (int k = 0; k < 40; ++k) ASSERT_THAT(Look(0), IsEmpty()) << i;
  }
}

TEST_F(ResetFloodsTest, OfCallsWhoseTimeWasOverGrpcTellsOnlyOfSome) {
  for (int i = 0; i < 50; ++i) ASSERT_THAT(Look(5 * kMost, 3 * kMost), IsEmpty()) << i;
  for (int i = 0; i < 40; ++i) ASSERT_THAT(Look(0), IsEmpty()) << i;
  EXPECT_THAT(LookThrice(5 * kMost), ElementsAre("a:1"));
}

TEST_F(ResetFloodsTest, AnotherConnectionOfTheSameNameBeginsAnew) {
  EXPECT_THAT(Look(0), IsEmpty());
  for (int i = 0; i < 20; ++i) ASSERT_THAT(Look(kMost / 10), IsEmpty());
  traffic_.reset_streams = 0;
  EXPECT_THAT(Look(kMost / 2), IsEmpty());
  EXPECT_THAT(LookThrice(kMost / 2 + 1), ElementsAre("a:1"));
}

}  // namespace
}  // namespace waystone
