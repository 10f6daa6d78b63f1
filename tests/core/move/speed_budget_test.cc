#include "core/move/speed_budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

struct Track {
  std::vector<Vec3> samples;
  std::vector<double> times_s;
};

// Along x, from step to step.
Track Along(const std::vector<double>& steps_m, const std::vector<double>& steps_s) {
  Track track{{{0, 0, 0}}, {0}};
  for (size_t i = 0; i < steps_m.size(); ++i) {
    track.samples.push_back(track.samples.back() + Vec3(steps_m[i], 0, 0));
    track.times_s.push_back(track.times_s.back() + steps_s[i]);
  }
  return track;
}

std::optional<SpeedBreach> Find(const Track& track, double speed_mps, std::vector<MoveGrant> grants = {}) {
  SpeedWorkspace workspace;
  return FindSpeedBreach(track.samples, track.times_s, speed_mps, grants, workspace);
}

TEST(SpeedBudget, TheSecondOfTwoSamplesIsTooFastAboveTheSpeed) {
  EXPECT_FALSE(Find(Along({10}, {2}), 5));
  const auto breach = Find(Along({10.01}, {2}), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 1U);
  EXPECT_DOUBLE_EQ(breach->measured_mps, 5.005);
}

TEST(SpeedBudget, HeightsCostNothing) {
  Track track = Along({10}, {2});
  track.samples[1].y = 500;
  EXPECT_FALSE(Find(track, 5));
}

TEST(SpeedBudget, ExactSpeedInManySmallStepsIsNotTooFast) {
  EXPECT_FALSE(Find(Along(std::vector<double>(5000, 0.1 * 7), std::vector<double>(5000, 0.1)), 7));
  // Nor late in the life of a server.
  Track late = Along(std::vector<double>(5000, 0.1 * 7), std::vector<double>(5000, 0.1));
  for (double& time_s : late.times_s) time_s += 9e8;
  EXPECT_FALSE(Find(late, 7));
}

TEST(SpeedBudget, JitterOfTimeStampsIsForgiven) {
  // 0.5 m every 0.1 s; the third sample is stamped 80 ms early.
  EXPECT_FALSE(Find(Along({0.5, 0.5, 0.5, 0.5, 0.5}, {0.1, 0.1, 0.02, 0.18, 0.1}), 5));
  // But not a debt that is never paid back: bad from where it began.
  const auto breach = Find(Along({0.5, 0.5, 0.9, 0.5, 0.5}, {0.1, 0.1, 0.1, 0.1, 0.1}), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 3U);
  EXPECT_NEAR(breach->measured_mps, 1.9 / 0.3, 1e-9);
}

TEST(SpeedBudget, ABurstBeyondTheDebtIsBadAtOnce) {
  // 1.25 m may be owed at 5 m/s.
  EXPECT_FALSE(Find(Along({1.7, 0, 0, 0}, {0.1, 0.1, 0.1, 0.1}), 5));
  const auto breach = Find(Along({1.8, 0, 0, 0, 0}, {0.1, 0.1, 0.1, 0.1, 0.1}), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 1U);
  EXPECT_NEAR(breach->measured_mps, 18, 1e-9);
}

TEST(SpeedBudget, SamplesThatCatchUpAfterALagAreForgivenUpToASecond) {
  // Nothing is heard for 3 s, then ten samples at once.
  std::vector<double> steps_m(11, 0.5);
  std::vector<double> steps_s(11, 0);
  steps_m[0] = 0.5;
  steps_s[0] = 3;
  EXPECT_FALSE(Find(Along(steps_m, steps_s), 5));
  // A second's worth is 5 m, and at the end nothing may be owed.
  steps_m.resize(12, 0.5);
  steps_s.resize(12, 0);
  EXPECT_TRUE(Find(Along(steps_m, steps_s), 5));
  // Standing still for an hour saves up no more.
  const auto breach = Find(Along({0, 6.3}, {3600, 0}), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 2U);
}

TEST(SpeedBudget, StandingTimesMakeNoInfiniteSpeed) {
  const auto breach = Find(Along({100}, {0}), 5);
  ASSERT_TRUE(breach);
  EXPECT_TRUE(std::isfinite(breach->measured_mps));
  EXPECT_GT(breach->measured_mps, 5);
}

TEST(SpeedBudget, AGrantPaysOnceAndWithinItsTimes) {
  const Track blink = Along({0.5, 8.5, 0.5}, {0.1, 0.1, 0.1});
  EXPECT_TRUE(Find(blink, 5));
  EXPECT_FALSE(Find(blink, 5, {{MoveGrant::Kind::kBlink, 0.1, 0.2, 8}}));
  EXPECT_FALSE(Find(blink, 5, {{MoveGrant::Kind::kBlink, 0.15, 0.15, 8}}));
  EXPECT_TRUE(Find(blink, 5, {{MoveGrant::Kind::kBlink, 0.15, 0.15, 7.9}}));
  EXPECT_TRUE(Find(blink, 5, {{MoveGrant::Kind::kBlink, 0.25, 1, 8}}));
  const Track twice = Along({0.5, 8.5, 8.5}, {0.1, 0.1, 0.1});
  EXPECT_TRUE(Find(twice, 5, {{MoveGrant::Kind::kBlink, 0, 1, 8}}));
  EXPECT_FALSE(Find(twice, 5, {{MoveGrant::Kind::kBlink, 0, 1, 8}, {MoveGrant::Kind::kKnockback, 0, 1, 8}}));
}

TEST(SpeedBudget, TheGrantThatEndsFirstIsSpentFirst) {
  const Track track = Along({4.5, 4.5}, {0.1, 0.1});
  EXPECT_FALSE(
      Find(track, 5, {{MoveGrant::Kind::kKnockback, 0, 9, 4}, {MoveGrant::Kind::kBlink, 0, 0.05, 4}}));
}

// The balance without a running sum: a sum of discrepancies reflected at the credit is the plain sum less how
// far it ever rose above the credit.
std::optional<uint32_t> SlowBreach(const Track& track, double speed_mps) {
  const size_t count = track.samples.size();
  std::vector<double> plain_m(count, 0.0);
  for (size_t i = 1; i < count; ++i) {
    plain_m[i] = speed_mps * (track.times_s[i] - track.times_s[0]);
    for (size_t k = 1; k <= i; ++k) plain_m[i] -= std::abs(track.samples[k].x - track.samples[k - 1].x);
  }
  std::vector<double> balance_m(count, 0.0);
  for (size_t i = 1; i < count; ++i) {
    double above_m = 0;
    for (size_t k = 1; k <= i; ++k) above_m = std::max(above_m, plain_m[k] - speed_mps * kSpeedCredit_s);
    balance_m[i] = plain_m[i] - above_m;
    if (balance_m[i] < -speed_mps * kSpeedDebt_s - 1e-6) return static_cast<uint32_t>(i);
  }
  if (balance_m.back() >= -1e-6) return std::nullopt;
  size_t begin = count - 1;
  while (balance_m[begin - 1] < -1e-6) --begin;
  return static_cast<uint32_t>(begin);
}

TEST(SpeedBudget, AgreesWithASlowOne) {
  Random random(11);
  int breaches = 0;
  for (int round = 0; round < 20'000; ++round) {
    const uint32_t steps = 1 + random.NextBelow(12);
    std::vector<double> steps_m;
    std::vector<double> steps_s;
    for (uint32_t i = 0; i < steps; ++i) {
      // Multiples of 1/8, so that equality is met and exact.
      steps_m.push_back(random.NextBelow(4) == 0 ? random.NextBelow(40) / 8.0 : random.NextBelow(6) / 8.0);
      steps_s.push_back(random.NextBelow(6) == 0 ? random.NextBelow(16) / 8.0 : random.NextBelow(3) / 8.0);
    }
    const Track track = Along(steps_m, steps_s);
    const auto fast = Find(track, 4);
    const auto slow = SlowBreach(track, 4);
    ASSERT_EQ(fast.has_value(), slow.has_value()) << round;
    if (!slow) continue;
    ASSERT_EQ(fast->sample, *slow) << round;
    ASSERT_GT(fast->measured_mps, 4) << round;
    ++breaches;
  }
  EXPECT_GT(breaches, 2000);
  EXPECT_LT(breaches, 18'000);
}

}  // namespace
}  // namespace waystone
