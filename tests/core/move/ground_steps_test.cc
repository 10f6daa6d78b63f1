#include "core/move/ground_steps.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/random.h"

namespace waystone {
namespace {

TEST(GroundSteps, ASlopeIsNoStep) {
  const std::vector<Vec3> slope = {{0, 0, 0}, {4, 3.9, 0}, {8, 0.1, 0}};
  const GroundSteps steps = FindSteps(slope, 45);
  EXPECT_EQ(steps.up.height_m, 0);
  EXPECT_EQ(steps.down.height_m, 0);
}

TEST(GroundSteps, WhatIsSteepRisesAsHighAsItIs) {
  const std::vector<Vec3> stair = {{0, 0, 0},   {2, 0, 0},    {2.2, 0.4, 0},
                                   {4, 0.4, 0}, {4, -0.3, 0}, {6, -0.3, 0}};
  const GroundSteps steps = FindSteps(stair, 45);
  EXPECT_DOUBLE_EQ(steps.up.height_m, 0.4);
  EXPECT_EQ(steps.up.at, Vec3(2, 0, 0));
  EXPECT_DOUBLE_EQ(steps.down.height_m, 0.7);
  EXPECT_EQ(steps.down.at, Vec3(4, 0.4, 0));
}

TEST(GroundSteps, AStepThatBendsIsOne) {
  const std::vector<Vec3> bent = {{0, 0, 0}, {0.1, 0.3, 0}, {0.2, 0.5, 0}, {0.3, 0.9, 0}};
  EXPECT_NEAR(FindSteps(bent, 45).up.height_m, 0.9, 1e-12);
}

TEST(GroundSteps, ALongSteepPathIsMeasuredOverAStepsLength) {
  const std::vector<Vec3> cliff = {{0, 0, 0}, {3, 6, 0}};
  EXPECT_NEAR(FindSteps(cliff, 45).up.height_m, 2 * kStepRun_m, 1e-12);
}

// Every pair of places, a hundredth of a metre apart, with nothing but steep ground between them.
TEST(GroundSteps, AgreeWithTryingAllPairsOfPlaces) {
  Random random(31);
  for (int round = 0; round < 300; ++round) {
    constexpr int kCells = 200;
    constexpr double kCell_m = 0.01;
    std::vector<Vec3> line = {{0, 0, 0}};
    std::vector<double> rises_m;  // of each cell
    while (rises_m.size() < kCells) {
      const double slope = random.NextInRange(-3, 3);
      for (uint32_t run = 1 + random.NextBelow(40); run > 0 && rises_m.size() < kCells; --run) {
        rises_m.push_back(slope * kCell_m);
      }
      double height_m = 0;
      for (const double rise_m : rises_m) height_m += rise_m;
      line.emplace_back(kCell_m * static_cast<double>(rises_m.size()), height_m, 0);
    }
    double up_m = 0;
    double down_m = 0;
    for (size_t i = 0; i < rises_m.size(); ++i) {
      double sum_m = 0;
      for (size_t k = i; k < rises_m.size() && k < i + 50; ++k) {  // 0.5 m
        const bool is_steep = std::abs(rises_m[k]) > kCell_m;
        if (!is_steep || (rises_m[k] > 0) != (rises_m[i] > 0)) break;
        sum_m += rises_m[k];
        up_m = std::max(up_m, sum_m);
        down_m = std::max(down_m, -sum_m);
      }
    }
    const GroundSteps steps = FindSteps(line, 45);
    ASSERT_NEAR(steps.up.height_m, up_m, 1e-6) << round;
    ASSERT_NEAR(steps.down.height_m, down_m, 1e-6) << round;
  }
}

}  // namespace
}  // namespace waystone
