#include <gtest/gtest.h>

#include "tests/core/collision/sweep_agreement.h"
#include "tests/support/test_data.h"

namespace waystone {
namespace {

constexpr uint32_t kSweeps = 100'000;

void Record(const SweepCounts& counts) {
  testing::Test::RecordProperty("blocked", static_cast<int>(counts.blocked));
  testing::Test::RecordProperty("at_start", static_cast<int>(counts.at_start));
  EXPECT_EQ(counts.blocked + counts.free, kSweeps);
}

TEST(CapsuleSweepExhaustive, ALevelOfQuakeAsTryingEveryTriangle) {
  WS_TEST_DATA_OR_SKIP(path, "quake/e1m1.obj");
  Record(ExpectAgreement(SolidOfObj(path), 11, kSweeps));
}

TEST(CapsuleSweepExhaustive, TheSampleTownAsTryingEveryTriangle) {
  Record(ExpectAgreement(SolidOfTown(), 12, kSweeps));
}

}  // namespace
}  // namespace waystone
