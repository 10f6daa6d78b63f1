// On real geometry, a few sweeps; capsule_sweep_exhaustive_test.cc makes many.
#include <gtest/gtest.h>

#include "tests/core/collision/sweep_agreement.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

TEST(CapsuleSweepScene, ALevelOfQuakeAsTryingEveryTriangle) {
  WS_TEST_DATA_OR_SKIP(path, "quake/e1m1.obj");
  const SweepCounts counts = ExpectAgreement(SolidOfObj(path), 1, 1000);
  EXPECT_GT(counts.blocked, 300U);
  EXPECT_GT(counts.at_start, 100U);
  EXPECT_GT(counts.free, 100U);
}

TEST(CapsuleSweepScene, TheSampleTownAsTryingEveryTriangle) {
  const SweepCounts counts = ExpectAgreement(SolidOfTown(), 2, 1000);
  EXPECT_GT(counts.blocked, 300U);
  EXPECT_GT(counts.at_start, 100U);
  EXPECT_GT(counts.free, 100U);
}

}  // namespace
}  // namespace waystone
