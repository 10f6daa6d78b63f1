#include "server/convert/status_mapping.h"

#include <gtest/gtest.h>

#include "core/base/field_error.h"

namespace waystone {
namespace {

TEST(StatusMapping, DocumentedCodesKeepTheirMeaningAndTheRestIsInternal) {
  for (int code = 0; code <= 16; ++code) {
    const grpc::Status mapped = ToGrpcStatus(absl::Status(static_cast<absl::StatusCode>(code), "why"));
    const bool documented = code == 0 || code == 1 || code == 3 || code == 4 || code == 5 || code == 8 ||
                            code == 9 || code == 12 || code == 14 || code == 15;
    EXPECT_EQ(mapped.error_code(), documented ? code : grpc::StatusCode::INTERNAL) << code;
    EXPECT_EQ(mapped.error_message(), code == 0 ? "" : "why");
  }
}

TEST(StatusMapping, AReasonIsKeptAndGoesIntoTheDetails) {
  const absl::Status status =
      Within("changes", WithReason(FieldError("changes_ref", "unknown", absl::StatusCode::kNotFound),
                                   v1::ERROR_REASON_UNKNOWN_CHANGES_REF));
  EXPECT_EQ(ReasonOf(status), v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
  EXPECT_EQ(FieldOf(status), "changes.changes_ref");
  v1::StatusDetails details;
  v1::ErrorDetail detail;
  ASSERT_TRUE(details.ParseFromString(ToGrpcStatus(status).error_details()));
  ASSERT_EQ(details.details_size(), 1);
  EXPECT_TRUE(details.details(0).UnpackTo(&detail));
  EXPECT_EQ(detail.reason(), v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
  EXPECT_EQ(ToGrpcStatus(absl::NotFoundError("why")).error_details(), "");
}

}  // namespace
}  // namespace waystone
