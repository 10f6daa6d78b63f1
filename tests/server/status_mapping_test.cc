#include "server/convert/status_mapping.h"

#include <gtest/gtest.h>

#include "core/base/field_error.h"
#include "core/base/limit_error.h"
#include "server/convert/convert.h"

namespace waystone {
namespace {

TEST(StatusMapping, DocumentedCodesKeepTheirMeaningAndTheRestIsInternal) {
  for (int code = 0; code <= 16; ++code) {
    const grpc::Status mapped = ToGrpcStatus(absl::Status(static_cast<absl::StatusCode>(code), "why"));
    const bool documented = code != 2 && code != 6 && code != 10 && code != 13;
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
  ASSERT_EQ(details.details_size(), 2);
  EXPECT_TRUE(details.details(0).UnpackTo(&detail));
  EXPECT_EQ(detail.reason(), v1::ERROR_REASON_UNKNOWN_CHANGES_REF);
  EXPECT_EQ(details.details(1).type_url(), "type.googleapis.com/google.rpc.ErrorInfo");
  EXPECT_EQ(details.details(1).value(), "\x0a\x13UNKNOWN_CHANGES_REF\x12\x08waystone");
  EXPECT_EQ(ToGrpcStatus(absl::NotFoundError("why")).error_details(), "");
}

TEST(StatusMapping, ABusyServerSaysWhenToAskAgain) {
  const absl::Status busy = Within("batch", BusyError("too much to do", 1500));
  EXPECT_EQ(busy.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ReasonOf(busy), v1::ERROR_REASON_BUSY);
  EXPECT_EQ(RetryAfterMs(busy), 1500u);
  EXPECT_EQ(RetryAfterMs(absl::ResourceExhaustedError("why")), std::nullopt);
  const grpc::Status mapped = ToGrpcStatus(busy);
  EXPECT_EQ(mapped.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  v1::StatusDetails details;
  ASSERT_TRUE(details.ParseFromString(mapped.error_details()));
  EXPECT_EQ(details.code(), 8);
  EXPECT_EQ(details.message(), "batch.too much to do");
  ASSERT_EQ(details.details_size(), 3);
  // The bytes of google.rpc's messages: reason and domain, and a Duration of 1 s and 500,000,000 ns.
  EXPECT_EQ(details.details(1).type_url(), "type.googleapis.com/google.rpc.ErrorInfo");
  EXPECT_EQ(details.details(1).value(),
            "\x0a\x04"
            "BUSY\x12\x08waystone");
  EXPECT_EQ(details.details(2).type_url(), "type.googleapis.com/google.rpc.RetryInfo");
  EXPECT_EQ(details.details(2).value(), "\x0a\x08\x08\x01\x10\x80\xca\xb5\xee\x01");
  v1::BatchError error;
  SetError(busy, error);
  EXPECT_EQ(error.code(), 8);
  EXPECT_EQ(error.reason(), v1::ERROR_REASON_BUSY);
  ASSERT_EQ(error.details_size(), 3);
  EXPECT_EQ(error.details(2).SerializeAsString(), details.details(2).SerializeAsString());
}

// What google.rpc's own types read: tag, length and value of each field.
std::string FieldBytes(char tag, const std::string& value) {
  return std::string{tag, static_cast<char>(value.size())} + value;
}

TEST(StatusMapping, AFieldAtFaultIsABadRequestWithItsPath) {
  v1::StatusDetails details;
  const grpc::Status mapped =
      ToGrpcStatus(Within("changes", FieldError("maps[3].factor", "must be in 1..2, is 3")));
  ASSERT_TRUE(details.ParseFromString(mapped.error_details()));
  ASSERT_EQ(details.details_size(), 1);
  EXPECT_EQ(details.details(0).type_url(), "type.googleapis.com/google.rpc.BadRequest");
  EXPECT_EQ(details.details(0).value(), FieldBytes(0x0a, FieldBytes(0x0a, "changes.maps[3].factor") +
                                                             FieldBytes(0x12, "must be in 1..2, is 3")));
  EXPECT_EQ(ToGrpcStatus(FieldError("map_id", "none", absl::StatusCode::kNotFound)).error_details(), "");
}

TEST(StatusMapping, ALimitIsToldToProgramsToo) {
  v1::StatusDetails details;
  const absl::Status over =
      Within("track", LimitError("xyz", "10001 is over the limit of 10000", {10000, 10001}));
  EXPECT_EQ(ReasonOf(over), v1::ERROR_REASON_OVER_LIMIT);
  EXPECT_EQ(PassedLimitOf(over), (PassedLimit{10000, 10001}));
  EXPECT_EQ(PassedLimitOf(absl::OutOfRangeError("why")), std::nullopt);
  ASSERT_TRUE(details.ParseFromString(ToGrpcStatus(over).error_details()));
  EXPECT_EQ(details.code(), 3);
  ASSERT_EQ(details.details_size(), 3);
  v1::ErrorInfo info;
  ASSERT_TRUE(info.ParseFromString(details.details(1).value()));
  EXPECT_EQ(info.reason(), "OVER_LIMIT");
  EXPECT_EQ(info.metadata().at("limit"), "10000");
  EXPECT_EQ(info.metadata().at("value"), "10001");
  EXPECT_EQ(details.details(2).type_url(), "type.googleapis.com/google.rpc.BadRequest");
  const absl::Status uncounted = LimitError("changes", "too many", {7}, absl::StatusCode::kOutOfRange);
  ASSERT_TRUE(details.ParseFromString(ToGrpcStatus(uncounted).error_details()));
  EXPECT_EQ(details.code(), 11);
  ASSERT_TRUE(info.ParseFromString(details.details(1).value()));
  EXPECT_EQ(info.metadata().count("value"), 0U);
}

TEST(StatusMapping, MessagesAreFitToBeShownAndNotEndless) {
  EXPECT_EQ(ToGrpcStatus(absl::NotFoundError("no \u202ename\n")).error_message(), "no \\u202ename\\u000a");
  const std::string message = ToGrpcStatus(absl::NotFoundError(std::string(5000, 'x'))).error_message();
  EXPECT_EQ(message, std::string(996, 'x') + " ...");
  EXPECT_EQ(ToGrpcStatus(absl::NotFoundError(std::string(1000, 'x'))).error_message().size(), 1000U);
}

TEST(StatusMapping, FoldersOfTheServerAreNotTold) {
  const auto told = [](const absl::Status& status) { return ToGrpcStatus(status).error_message(); };
  EXPECT_EQ(told(absl::DataLossError("/var/lib/ways/town.waymap: section 3 at offset 96: the checksum")),
            "town.waymap: section 3 at offset 96: the checksum");
  EXPECT_EQ(told(absl::DataLossError("/srv/my maps/town.waymap: broken")), "town.waymap: broken");
  EXPECT_EQ(told(absl::FailedPreconditionError("map \"a\": data/w/a.waymap is not that of w/world.wayworld")),
            "map \"a\": a.waymap is not that of world.wayworld");
  EXPECT_EQ(told(absl::InvalidArgumentError("places: \"/a/b.waymap\" is unknown")),
            "places: \"/a/b.waymap\" is unknown");
}

}  // namespace
}  // namespace waystone
