#include "tests/simulation/store_simulation.h"

#include <gtest/gtest.h>

namespace waystone {
namespace {

TEST(StoreSimulation, WhatTheStorePromisesHolds) {
  uint64_t refused = 0;
  uint64_t answered = 0;
  uint64_t faults = 0;
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    const StoreStoryEnd end = SimulateStore(seed);
    EXPECT_EQ(end.broken, "") << "seed " << seed;
    refused += end.refused;
    answered += end.answered;
    faults += end.faults;
  }
  EXPECT_GT(refused, 300U);
  EXPECT_GT(answered, 1000U);
  EXPECT_GT(faults, 300U);
}

// Seeds that found something: a damaged package that stayed for a whole one of its generation (21), one that was lost because it
// was first served from where it was put aside (509), a bake that wrote over what it could not read for a moment (941), a damaged
// package put aside taken for the one served (713), a world that lost the maps that were replaced while its new file was refused (43), a whole package put aside that a
// damaged one of its generation hid (171), a file that was replaced while a reload refused it (1730).
TEST(StoreSimulation, WhatWasFoundOnceStaysMended) {
  for (const uint64_t seed : {21, 43, 171, 509, 713, 941, 1730})
    EXPECT_EQ(SimulateStore(seed).broken, "") << "seed " << seed;
}

TEST(StoreSimulation, ASeedIsAStory) {
  EXPECT_EQ(SimulateStore(7).hash, SimulateStore(7).hash);
  EXPECT_NE(SimulateStore(7).hash, SimulateStore(8).hash);
}

}  // namespace
}  // namespace waystone
