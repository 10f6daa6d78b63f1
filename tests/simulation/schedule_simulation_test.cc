#include "tests/simulation/schedule_simulation.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(ScheduleSimulation, WhatTheSchedulerPromisesHolds) {
  uint64_t refused = 0;
  uint64_t lost = 0;
  uint64_t ended = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const SimulationEnd end = SimulateSchedule(seed, 5);
    EXPECT_EQ(end.broken, "") << "seed " << seed;
    EXPECT_EQ(end.run + end.refused, end.calls) << "seed " << seed;
    EXPECT_GT(end.run, 0U) << "seed " << seed;
    refused += end.refused;
    lost += end.lost;
    ended += end.ended;
  }
  EXPECT_GT(refused, 1000U);  // there was too much to do at times
  EXPECT_GT(lost, 1000U);
  EXPECT_GT(ended, 1000U);
}

TEST(ScheduleSimulation, ASeedIsAStory) {
  const SimulationEnd first = SimulateSchedule(7, 3);
  const SimulationEnd second = SimulateSchedule(7, 3);
  EXPECT_EQ(first.calls, second.calls);
  EXPECT_EQ(first.run, second.run);
  EXPECT_NE(first.calls, SimulateSchedule(8, 3).calls);
}

}  // namespace
}  // namespace waystone
