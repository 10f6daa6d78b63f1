#include "server/convert/status_mapping.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/cord.h"

namespace waystone {

namespace {

constexpr char kReasonUrl[] = "waystone/reason";

// Both have the same numbers.
constexpr absl::StatusCode kDocumented[] = {
    absl::StatusCode::kCancelled,         absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kDeadlineExceeded,  absl::StatusCode::kNotFound,
    absl::StatusCode::kResourceExhausted, absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kUnimplemented,     absl::StatusCode::kUnavailable,
    absl::StatusCode::kDataLoss,
};

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const bool is_documented =
      std::find(std::begin(kDocumented), std::end(kDocumented), status.code()) != std::end(kDocumented);
  const auto code = is_documented ? static_cast<grpc::StatusCode>(status.code()) : grpc::StatusCode::INTERNAL;
  const std::string message(status.message());
  const v1::ErrorReason reason = ReasonOf(status);
  if (reason == v1::ERROR_REASON_UNSPECIFIED) return grpc::Status(code, message);
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  v1::StatusDetails details;
  details.set_code(code);
  details.set_message(message);
  details.add_details()->PackFrom(detail);
  return grpc::Status(code, message, details.SerializeAsString());
}

absl::Status WithReason(absl::Status status, v1::ErrorReason reason) {
  status.SetPayload(kReasonUrl, absl::Cord(v1::ErrorReason_Name(reason)));
  return status;
}

v1::ErrorReason ReasonOf(const absl::Status& status) {
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  const auto name = status.GetPayload(kReasonUrl);
  if (name) v1::ErrorReason_Parse(std::string(*name), &reason);
  return reason;
}

}  // namespace waystone
