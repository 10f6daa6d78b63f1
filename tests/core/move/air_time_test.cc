#include "core/move/air_time.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

constexpr double kGravity_mps2 = 9.81;
constexpr double kJump_m = 1.2;
const double kTakeOff_mps = std::sqrt(2 * kGravity_mps2 * kJump_m);
const double kFlight_s = 2 * kTakeOff_mps / kGravity_mps2;

// Height of an agent that hops without a pause, over flat ground at 0.
double HopHeight_m(double time_s) {
  const double since_s = std::fmod(time_s, kFlight_s);
  return kTakeOff_mps * since_s - kGravity_mps2 * since_s * since_s / 2;
}

template <typename Field>
AirLimits With(Field AirLimits::*field, double value) {
  AirLimits limits;
  limits.*field = value;
  return limits;
}

struct Sampled {
  double time_s;
  double height_m;
};

// The first sample in the air that is no jump and no fall; samples up to `band_m` high are on the ground.
std::optional<size_t> FirstBreach(const std::vector<Sampled>& samples, const AirLimits& limits = {},
                                  double band_m = 0.8) {
  AirState state;
  AirTime air(limits, state);
  for (size_t i = 1; i < samples.size(); ++i) {
    const Sampled& from = samples[i - 1];
    const AirTime::Sample sample = {samples[i].height_m, from.height_m, 0.0, from.time_s, samples[i].time_s};
    if (samples[i].height_m <= band_m) {
      air.Land(sample, 0);
      continue;
    }
    if (air.Fly(sample)) return i;
    if (air.MayHaveLanded()) air.KeepBoth();
  }
  return std::nullopt;
}

template <typename Height>
std::vector<Sampled> Sample(double rate_hz, double length_s, const Height& height_m, double first_s = 0) {
  std::vector<Sampled> samples = {{0, 0}};
  for (double t = first_s > 0 ? first_s : 1 / rate_hz; t <= length_s; t += 1 / rate_hz) {
    samples.push_back({t, height_m(t)});
  }
  return samples;
}

TEST(AirTime, HopsAreLegalAtEveryRate) {
  Random random(201);
  for (int round = 0; round < 2000; ++round) {
    const double rate_hz = std::exp(random.NextInRange(0, std::log(120)));
    const double first_s = random.NextInRange(0, 1 / rate_hz);
    const auto breach = FirstBreach(Sample(rate_hz, 20, HopHeight_m, first_s));
    ASSERT_FALSE(breach) << rate_hz << " Hz: " << *breach;
  }
}

// Samples taken just where the agent is high up never see the ground.
TEST(AirTime, HopsAreLegalIfNoSampleHitsTheGround) {
  for (const int flights : {1, 2, 3}) {
    const double every_s = kFlight_s * flights;
    std::vector<Sampled> samples = {{0, 0}};
    for (int i = 0; i < 100; ++i) {
      const double t = kFlight_s / 2 + every_s * i;
      samples.push_back({t, HopHeight_m(t)});
      EXPECT_NEAR(samples.back().height_m, kJump_m, 1e-9);
    }
    EXPECT_FALSE(FirstBreach(samples));
  }
}

TEST(AirTime, LowAndShortHopsAreLegalToo) {
  Random random(202);
  for (int round = 0; round < 500; ++round) {
    const double rate_hz = random.NextInRange(5, 60);
    std::vector<Sampled> samples = {{0, 0}};
    double begin_s = 0;
    double take_off_mps = 0;
    for (double t = 1 / rate_hz; t < 10; t += 1 / rate_hz) {
      while (t > begin_s + 2 * take_off_mps / kGravity_mps2) {
        begin_s += 2 * take_off_mps / kGravity_mps2;
        take_off_mps = kTakeOff_mps * random.NextInRange(0.2, 1);
      }
      const double since_s = t - begin_s;
      samples.push_back({t, take_off_mps * since_s - kGravity_mps2 * since_s * since_s / 2});
    }
    ASSERT_FALSE(FirstBreach(samples)) << round;
  }
}

TEST(AirTime, HoveringIsNoJump) {
  for (const double rate_hz : {5, 10, 20, 60}) {
    for (const double height_m : {0.9, 1.1, 1.4}) {
      const auto breach = FirstBreach(Sample(rate_hz, 5, [=](double) { return height_m; }));
      ASSERT_TRUE(breach) << rate_hz << " Hz " << height_m;
      EXPECT_LE(static_cast<double>(*breach), rate_hz * (kFlight_s + 0.3) + 1) << height_m;
    }
  }
}

TEST(AirTime, NothingIsHigherThanAJump) {
  // 0.3 m of error.
  EXPECT_FALSE(FirstBreach({{0, 0}, {0.5, 1.45}}));
  EXPECT_TRUE(FirstBreach({{0, 0}, {0.5, 1.55}}));
  EXPECT_TRUE(FirstBreach({{0, 0}, {0.5, 3.9}}));
  EXPECT_FALSE(FirstBreach({{0, 0}, {0.9, 3.9}}, With(&AirLimits::jump_m, 4)));
}

TEST(AirTime, NothingRisesFasterThanAJump) {
  // Both samples may be off by 0.3 m: from 0.3 m up to 0.7 m.
  const auto rise_s = [](double height_m) {
    return (kTakeOff_mps - std::sqrt(kTakeOff_mps * kTakeOff_mps - 2 * kGravity_mps2 * height_m)) /
           kGravity_mps2;
  };
  const double up_s = rise_s(0.7) - rise_s(0.3);
  EXPECT_FALSE(FirstBreach({{0, 0}, {up_s + 0.001, 1}}));
  EXPECT_TRUE(FirstBreach({{0, 0}, {up_s - 0.001, 1}}));
  EXPECT_TRUE(FirstBreach({{0, 0}, {0.01, 3.9}}, With(&AirLimits::jump_m, 4)));
}

TEST(AirTime, WhatFallsComesDown) {
  // From a hop's top straight on: over flat ground the agent is down after a flight.
  const auto stops = [](double stop_s) { return [=](double t) { return HopHeight_m(std::min(t, stop_s)); }; };
  EXPECT_TRUE(FirstBreach(Sample(20, 3, stops(0.7)))) << "stopped in mid-air";
  EXPECT_TRUE(FirstBreach(Sample(60, 3, stops(0.3))));
  EXPECT_TRUE(FirstBreach(Sample(20, 3, [](double t) {
    return t < 0.5 ? HopHeight_m(t) : kJump_m - (t - 0.5) / 20;
  }))) << "it sinks too slowly";
}

TEST(AirTime, AFallFromAHeightTakesAsLongAsItIsDeep) {
  // Off a roof 6 m up; the ground below it is seen at 0.
  AirState state;
  AirTime air({}, state);
  air.Land({6, 6, std::nullopt, 0, 0}, 6);
  double last_m = 6;
  double last_s = 0;
  for (double t = 0.05; t < 1.1; t += 0.05) {
    const double height_m = 6 - kGravity_mps2 * t * t / 2;
    ASSERT_FALSE(air.Fly({height_m, last_m, last_s == 0 ? std::optional<double>(6) : 0.0, last_s, t})) << t;
    last_m = height_m;
    last_s = t;
  }
  // It stops there.
  bool is_broken = false;
  for (double t = last_s + 0.05; t < 2.5; t += 0.05) {
    is_broken = is_broken || air.Fly({last_m, last_m, 0.0, t - 0.05, t}).has_value();
  }
  EXPECT_TRUE(is_broken);
}

TEST(AirTime, TheCallerMayLimitTheTimeInTheAirAndTheRise) {
  const auto hops = [](double t) { return HopHeight_m(t); };
  EXPECT_FALSE(FirstBreach(Sample(20, 3, hops), With(&AirLimits::max_air_s, 1.1)));
  const auto breach = FirstBreach(Sample(20, 3, hops), With(&AirLimits::max_air_s, 0.4));
  EXPECT_TRUE(breach);
  // Gliders stay up for as long as they are told.
  const auto glides = [](double t) { return t < kFlight_s / 2 ? HopHeight_m(t) : kJump_m; };
  EXPECT_FALSE(FirstBreach(Sample(20, 9, glides), With(&AirLimits::max_air_s, 10)));
  EXPECT_TRUE(FirstBreach(Sample(20, 12, glides), With(&AirLimits::max_air_s, 10)));
  // 3 m/s: 0.3 m of error in each step.
  EXPECT_FALSE(FirstBreach({{0, 0}, {0.4, 1.4}}, With(&AirLimits::max_rise_mps, 3)));
  EXPECT_TRUE(FirstBreach({{0, 0}, {0.3, 1.4}}, With(&AirLimits::max_rise_mps, 3)));
}

TEST(AirTime, UntimedOnlyHeightsCount) {
  AirState state;
  AirTime air({}, state);
  EXPECT_FALSE(air.FlyUntimed({1.4, 0, 0.0, 0, 0}));
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(air.FlyUntimed({1.4, 1.4, 0.0, 0, 0}));
  EXPECT_TRUE(air.FlyUntimed({1.6, 1.4, 0.0, 0, 0}));
}

}  // namespace
}  // namespace waystone
