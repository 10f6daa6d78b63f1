#include "core/base/field_error.h"

#include <gtest/gtest.h>

#include <cmath>

namespace waystone {
namespace {

TEST(FieldError, TheMessageBeginsWithTheFieldThatTheStatusCarries) {
  const absl::Status status = FieldError("snap.radius_m", "must be finite");
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "snap.radius_m: must be finite");
  EXPECT_EQ(FieldOf(status), "snap.radius_m");
  EXPECT_EQ(FieldError("map_id", "none", absl::StatusCode::kNotFound).code(), absl::StatusCode::kNotFound);
}

TEST(FieldError, OkAndErrorsOfNoFieldCarryNone) {
  EXPECT_EQ(FieldOf(absl::OkStatus()), "");
  EXPECT_EQ(FieldOf(absl::InvalidArgumentError("method: looks like a field")), "");
}

TEST(FieldError, WithinContinuesMessageAndFieldToTheLeft) {
  const absl::Status status = Within("agent", WithinItem("abilities", 2, FieldError("name", "required")));
  EXPECT_EQ(status.message(), "agent.abilities[2].name: required");
  EXPECT_EQ(FieldOf(status), "agent.abilities[2].name");
  EXPECT_TRUE(Within("agent", WithinItem("abilities", 2, absl::OkStatus())).ok());
}

TEST(FieldError, AnElementThatIsItselfAtFaultEndsThePath) {
  const absl::Status status = WithinItem("abilities", 0, FieldError("", "required"));
  EXPECT_EQ(status.message(), "abilities[0]: required");
  EXPECT_EQ(FieldOf(status), "abilities[0]");
}

TEST(FieldError, WithinKeepsTheCodeAndGivesNoFieldToAnErrorOfNone) {
  const absl::Status status = Within("pinned[0]", absl::DataLossError("town.waymap: cut short"));
  EXPECT_EQ(status.code(), absl::StatusCode::kDataLoss);
  EXPECT_EQ(status.message(), "pinned[0].town.waymap: cut short");
  EXPECT_EQ(FieldOf(status), "");
}

TEST(FieldError, RangesAreClosedAndHoldNoNan) {
  EXPECT_TRUE(CheckRange("x", 0, 0, 2).ok());
  EXPECT_TRUE(CheckRange("x", 2, 0, 2).ok());
  EXPECT_EQ(CheckRange("x", 2.5, 0, 2).message(), "x: must be in 0..2, is 2.5");
  EXPECT_EQ(FieldOf(CheckRange("x", NAN, 0, 2)), "x");
}

}  // namespace
}  // namespace waystone
