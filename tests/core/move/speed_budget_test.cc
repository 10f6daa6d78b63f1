#include "core/move/speed_budget.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
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

struct Found {
  uint32_t sample = 0;
  double measured_mps = 0;
};

// The first breach of a track, at the sample at which its debt began if that was never paid back.
std::optional<Found> Find(const Track& track, const SpeedLimits& limits, std::vector<MoveGrant> grants = {}) {
  SpeedState state;
  GrantPurse purse(grants, state.drawn);
  SpeedBudget budget(limits, purse, state);
  uint32_t debt_begin = 0;
  for (uint32_t i = 1; i < track.samples.size(); ++i) {
    const double from_s = track.times_s[i - 1];
    const double to_s = track.times_s[i];
    const double spent_m = PlaneDistance(track.samples[i - 1], track.samples[i]);
    const double available_m = budget.Available_m(from_s, to_s);
    if (budget.IsPaid(to_s)) debt_begin = i;
    const auto breach = budget.Step(from_s, to_s, spent_m);
    EXPECT_EQ(breach.has_value(), spent_m > available_m) << "beside the rounding";
    if (breach) return Found{i, breach->measured_mps};
  }
  const auto breach = budget.End(track.times_s.back());
  if (!breach) return std::nullopt;
  return Found{debt_begin, breach->measured_mps};
}

std::optional<Found> Find(const Track& track, double speed_mps, std::vector<MoveGrant> grants = {}) {
  return Find(track, SpeedLimits{.speed_mps = speed_mps}, std::move(grants));
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

// `count` samples of 0.5 m at once, after a silence in which 0.5 m were walked.
Track BurstAfter(double silence_s, size_t count) {
  std::vector<double> steps_s(count + 1, 0);
  steps_s[0] = silence_s;
  return Along(std::vector<double>(count + 1, 0.5), steps_s);
}

TEST(SpeedBudget, SamplesThatCatchUpAfterALagAreForgivenUpToItsLength) {
  // 5 m/s. At the end nothing may be owed.
  EXPECT_FALSE(Find(BurstAfter(2, 19), 5));
  EXPECT_TRUE(Find(BurstAfter(2, 20), 5));
  // 2.5 s at most.
  EXPECT_FALSE(Find(BurstAfter(3600, 25), 5));
  EXPECT_TRUE(Find(BurstAfter(3600, 26), 5));
  // What is short saves up a second at most, and so does standing still for an hour.
  EXPECT_FALSE(Find(BurstAfter(0.9, 8), 5));
  EXPECT_TRUE(Find(BurstAfter(0.9, 9), 5));
  std::vector<double> steps_m(3601, 0);
  std::vector<double> steps_s(3601, 1);
  steps_m.back() = 6.3;
  steps_s.back() = 0;
  const auto breach = Find(Along(steps_m, steps_s), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 3601U);
}

TEST(SpeedBudget, ALagIsCaughtUpOnce) {
  // 2 s of silence, 2 s of samples at once, and the same again: each burst was earned.
  std::vector<double> steps_m;
  std::vector<double> steps_s;
  for (int lag = 0; lag < 3; ++lag) {
    steps_m.push_back(0);
    steps_s.push_back(2);
    steps_m.insert(steps_m.end(), 20, 0.5);
    steps_s.insert(steps_s.end(), 20, 0);
  }
  EXPECT_FALSE(Find(Along(steps_m, steps_s), 5));
  // A second burst right after is not.
  steps_m.insert(steps_m.end(), 20, 0.5);
  steps_s.insert(steps_s.end(), 20, 0);
  const auto breach = Find(Along(steps_m, steps_s), 5);
  ASSERT_TRUE(breach);
  EXPECT_EQ(breach->sample, 3U * 21 + 3) << "1.25 m may be owed";
  // Nor is what the agent stood still for instead: the credit is all that it keeps.
  Track late = Along({0, 0, 0, 0, 0, 9}, {2.5, 0.5, 0.5, 0.5, 0.5, 0});
  EXPECT_TRUE(Find(late, 5));
  late.samples.back().x = 5;
  EXPECT_FALSE(Find(late, 5));
}

TEST(SpeedBudget, CreditDebtAndLagAreTheCallers) {
  const SpeedLimits strict{.speed_mps = 5, .credit_s = 0, .debt_s = 0, .max_lag_s = 0};
  EXPECT_FALSE(Find(Along({0.5, 0.5}, {0.1, 0.1}), strict));
  EXPECT_TRUE(Find(Along({0.45, 0.55}, {0.1, 0.1}), strict)) << "without credit nothing is saved";
  EXPECT_TRUE(Find(Along({0.55, 0.45}, {0.1, 0.1}), strict)) << "without debt nothing is owed";
  SpeedLimits saving = strict;
  saving.credit_s = 0.01;
  EXPECT_FALSE(Find(Along({0.45, 0.55}, {0.1, 0.1}), saving));
  SpeedLimits owing = strict;
  owing.debt_s = 0.01;
  EXPECT_FALSE(Find(Along({0.55, 0.45}, {0.1, 0.1}), owing));
  SpeedLimits lagging = strict;
  lagging.max_lag_s = 4;
  EXPECT_FALSE(Find(Along({0, 20}, {4, 0}), lagging));
  EXPECT_FALSE(Find(Along({0, 20}, {9, 0}), lagging));
  EXPECT_TRUE(Find(Along({0, 20.1}, {9, 0}), lagging));
  EXPECT_TRUE(Find(Along({0, 20}, {4, 0}), strict));
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
std::optional<uint32_t> SlowBreach(const Track& track, const SpeedLimits& limits) {
  const double speed_mps = limits.speed_mps;
  const size_t count = track.samples.size();
  std::vector<double> plain_m(count, 0.0);
  for (size_t i = 1; i < count; ++i) {
    plain_m[i] = speed_mps * (track.times_s[i] - track.times_s[0]);
    for (size_t k = 1; k <= i; ++k) plain_m[i] -= std::abs(track.samples[k].x - track.samples[k - 1].x);
  }
  std::vector<double> balance_m(count, 0.0);
  for (size_t i = 1; i < count; ++i) {
    double above_m = 0;
    for (size_t k = 1; k <= i; ++k) above_m = std::max(above_m, plain_m[k] - speed_mps * limits.credit_s);
    balance_m[i] = plain_m[i] - above_m;
    if (balance_m[i] < -speed_mps * limits.debt_s - 1e-6) return static_cast<uint32_t>(i);
  }
  if (balance_m.back() >= -1e-6) return std::nullopt;
  size_t begin = count - 1;
  while (balance_m[begin - 1] < -1e-6) --begin;
  return static_cast<uint32_t>(begin);
}

// Multiples of 1/8, so that equality is met and exact.
Track RandomTrack(Random& random) {
  const uint32_t steps = 1 + random.NextBelow(12);
  std::vector<double> steps_m;
  std::vector<double> steps_s;
  for (uint32_t i = 0; i < steps; ++i) {
    steps_m.push_back(random.NextBelow(4) == 0 ? random.NextBelow(40) / 8.0 : random.NextBelow(6) / 8.0);
    steps_s.push_back(random.NextBelow(6) == 0 ? random.NextBelow(16) / 8.0 : random.NextBelow(3) / 8.0);
  }
  return Along(steps_m, steps_s);
}

TEST(SpeedBudget, WithoutLagsItAgreesWithASlowOne) {
  Random random(11);
  int breaches = 0;
  for (int round = 0; round < 20'000; ++round) {
    const SpeedLimits limits{.speed_mps = 4,
                             .credit_s = random.NextBelow(9) / 8.0,
                             .debt_s = random.NextBelow(4) / 8.0,
                             .max_lag_s = 0};
    const Track track = RandomTrack(random);
    const auto fast = Find(track, limits);
    const auto slow = SlowBreach(track, limits);
    ASSERT_EQ(fast.has_value(), slow.has_value()) << round;
    if (!slow) continue;
    ASSERT_EQ(fast->sample, *slow) << round;
    ASSERT_GT(fast->measured_mps, 4) << round;
    ++breaches;
  }
  EXPECT_GT(breaches, 2000);
  EXPECT_LT(breaches, 18'000);
}

// Whatever the lags were: of a legal track no part is longer than its time earned, and what could have been
// saved before it and owed in it.
TEST(SpeedBudget, NoPartOfALegalTrackIsLongerThanItsTimeAndTheAllowances) {
  Random random(12);
  int legal = 0;
  int by_lag = 0;
  for (int round = 0; round < 20'000; ++round) {
    const SpeedLimits limits{.speed_mps = 4, .credit_s = 0.5, .debt_s = 0.25, .max_lag_s = 1.5};
    const Track track = RandomTrack(random);
    if (Find(track, limits)) {
      SpeedLimits without_lag = limits;
      without_lag.max_lag_s = 0;
      ASSERT_TRUE(Find(track, without_lag)) << round << ": a lag takes nothing away";
      continue;
    }
    ++legal;
    for (size_t from = 0; from < track.samples.size(); ++from) {
      for (size_t to = from + 1; to < track.samples.size(); ++to) {
        const double walked_m = track.samples[to].x - track.samples[from].x;
        const double least_m = 4 * (track.times_s[to] - track.times_s[from] + 0.25 + 0.5);
        ASSERT_LE(walked_m, least_m + 4 * 1.0 + 1e-6) << round;
        by_lag += walked_m > least_m + 1e-6 ? 1 : 0;
      }
    }
    ASSERT_LE(track.samples.back().x, 4 * track.times_s.back() + 1e-6)
        << round << ": nothing is owed at the end";
  }
  EXPECT_GT(legal, 2000);
  EXPECT_GT(by_lag, 50);
}

TEST(SpeedBudget, WhatIsAvailableIsWhatAStepMayWalk) {
  Random random(13);
  for (int round = 0; round < 5'000; ++round) {
    const Track track = RandomTrack(random);
    const std::vector<MoveGrant> grants = {{MoveGrant::Kind::kBlink, 0.5, 1, 2},
                                           {MoveGrant::Kind::kKnockback, 0, 2, 1}};
    SpeedState state;
    GrantPurse purse(grants, state.drawn);
    SpeedBudget budget({.speed_mps = 4}, purse, state);
    for (uint32_t i = 1; i < track.samples.size(); ++i) {
      const double from_s = track.times_s[i - 1];
      const double to_s = track.times_s[i];
      const double available_m = budget.Available_m(from_s, to_s);
      const double saved_m = budget.Saved_m(from_s, to_s);
      ASSERT_LE(saved_m, std::max(0.0, available_m));
      for (const auto& [spent_m, may] : {std::pair(available_m - 1e-9, true), {available_m + 1e-9, false}}) {
        SpeedState copy = state;
        GrantPurse copied(grants, copy.drawn);
        EXPECT_EQ(!SpeedBudget({.speed_mps = 4}, copied, copy).Step(from_s, to_s, spent_m), may);
      }
      SpeedState copy = state;
      GrantPurse copied(grants, copy.drawn);
      SpeedBudget trial({.speed_mps = 4}, copied, copy);
      if (saved_m > 0) {
        EXPECT_FALSE(trial.Step(from_s, to_s, saved_m));
        EXPECT_FALSE(trial.End(to_s)) << "what is saved leaves no debt";
      }
      if (budget.Step(from_s, to_s, PlaneDistance(track.samples[i - 1], track.samples[i]))) break;
    }
  }
}

TEST(GrantPurse, AGrantGivenWithEveryPieceOfATrackIsDrawnOnce) {
  const std::vector<MoveGrant> grants = {{MoveGrant::Kind::kBlink, 0, 9, 8}};
  std::vector<DrawnGrant> drawn;
  EXPECT_DOUBLE_EQ(GrantPurse(grants, drawn).Draw(5, 1, 2), 5);
  const std::vector<MoveGrant> again = grants;
  GrantPurse purse(again, drawn);
  EXPECT_DOUBLE_EQ(purse.Left_m(2, 3), 3);
  EXPECT_DOUBLE_EQ(purse.Draw(5, 2, 3), 3);
  EXPECT_DOUBLE_EQ(purse.Left_m(3, 4), 0);
  // It is kept for as long as a later step may touch it.
  purse.ForgetBefore(9);
  EXPECT_DOUBLE_EQ(purse.Left_m(9, 10), 0);
  purse.ForgetBefore(9.1);
  EXPECT_TRUE(drawn.empty());
}

TEST(GrantPurse, WhatIsLeftCanBeDrawn) {
  Random random(14);
  for (int round = 0; round < 5000; ++round) {
    std::vector<MoveGrant> grants;
    for (uint32_t k = 1 + random.NextBelow(4); k > 0; --k) {
      const double from_s = random.NextBelow(3);
      grants.push_back({static_cast<MoveGrant::Kind>(1 + random.NextBelow(2)), from_s,
                        from_s + random.NextBelow(4), 1.0 + random.NextBelow(5)});
    }
    double granted_m = 0;
    for (const MoveGrant& grant : grants) granted_m += grant.distance_m;
    std::vector<DrawnGrant> drawn;
    for (double at_s = 0; at_s < 7; at_s += random.NextBelow(3)) {
      GrantPurse purse(grants, drawn);
      const double left_m = purse.Left_m(at_s, at_s + 0.5);
      const double wanted_m = random.NextBelow(8);
      const double got_m = purse.Draw(wanted_m, at_s, at_s + 0.5);
      ASSERT_DOUBLE_EQ(got_m, std::min(wanted_m, left_m)) << round;
      granted_m -= got_m;
      ASSERT_GE(granted_m, 0) << "each metre once";
      purse.ForgetBefore(at_s);
      if (wanted_m == 0) at_s += 1;
    }
  }
}

TEST(GrantPurse, TwoEqualGrantsAreTwo) {
  const std::vector<MoveGrant> grants = {{MoveGrant::Kind::kBlink, 0, 9, 8},
                                         {MoveGrant::Kind::kBlink, 0, 9, 8}};
  std::vector<DrawnGrant> drawn;
  GrantPurse purse(grants, drawn);
  EXPECT_DOUBLE_EQ(purse.Left_m(1, 2), 16);
  EXPECT_DOUBLE_EQ(purse.Draw(20, 1, 2), 16);
  EXPECT_DOUBLE_EQ(purse.Left_m(1, 2), 0);
}

}  // namespace
}  // namespace waystone
