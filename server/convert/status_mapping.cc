#include "server/convert/status_mapping.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

constexpr char kReasonUrl[] = "waystone/reason";
constexpr char kRetryUrl[] = "waystone/retry_after_ms";

// Both have the same numbers.
constexpr absl::StatusCode kDocumented[] = {
    absl::StatusCode::kCancelled,         absl::StatusCode::kInvalidArgument,
    absl::StatusCode::kDeadlineExceeded,  absl::StatusCode::kNotFound,
    absl::StatusCode::kResourceExhausted, absl::StatusCode::kFailedPrecondition,
    absl::StatusCode::kUnimplemented,     absl::StatusCode::kUnavailable,
    absl::StatusCode::kDataLoss,
};

// Our messages have google.rpc's bytes, and go by its names: clients decode them with the types they have.
void AddStandard(std::string_view name, const google::protobuf::Message& detail, StatusDetailList& details) {
  google::protobuf::Any& any = *details.Add();
  any.set_type_url(StrCat("type.googleapis.com/google.rpc.", name));
  any.set_value(detail.SerializeAsString());
}

void AddReason(v1::ErrorReason reason, StatusDetailList& details) {
  constexpr std::string_view kPrefix = "ERROR_REASON_";
  v1::ErrorDetail detail;
  detail.set_reason(reason);
  details.Add()->PackFrom(detail);
  v1::ErrorInfo info;
  info.set_reason(v1::ErrorReason_Name(reason).substr(kPrefix.size()));
  info.set_domain("waystone");
  AddStandard("ErrorInfo", info, details);
}

void AddRetry(uint32_t retry_after_ms, StatusDetailList& details) {
  constexpr uint32_t kMsPerSecond = 1000;
  constexpr int32_t kNsPerMs = 1000000;
  v1::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(retry_after_ms / kMsPerSecond);
  retry.mutable_retry_delay()->set_nanos(static_cast<int32_t>(retry_after_ms % kMsPerSecond) * kNsPerMs);
  AddStandard("RetryInfo", retry, details);
}

}  // namespace

grpc::Status ToGrpcStatus(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  const bool is_documented =
      std::find(std::begin(kDocumented), std::end(kDocumented), status.code()) != std::end(kDocumented);
  const auto code = is_documented ? static_cast<grpc::StatusCode>(status.code()) : grpc::StatusCode::INTERNAL;
  const std::string message(status.message());
  v1::StatusDetails details;
  AddDetails(status, *details.mutable_details());
  if (details.details().empty()) return grpc::Status(code, message);
  details.set_code(code);
  details.set_message(message);
  return grpc::Status(code, message, details.SerializeAsString());
}

void AddDetails(const absl::Status& status, StatusDetailList& details) {
  if (const v1::ErrorReason reason = ReasonOf(status)) AddReason(reason, details);
  if (const auto retry_after_ms = RetryAfterMs(status)) AddRetry(*retry_after_ms, details);
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

absl::Status BusyError(std::string message, uint32_t retry_after_ms) {
  absl::Status status = WithReason(absl::ResourceExhaustedError(message), v1::ERROR_REASON_BUSY);
  status.SetPayload(kRetryUrl, absl::Cord(std::to_string(retry_after_ms)));
  return status;
}

std::optional<uint32_t> RetryAfterMs(const absl::Status& status) {
  uint32_t retry_after_ms = 0;
  const auto text = status.GetPayload(kRetryUrl);
  if (!text || !absl::SimpleAtoi(std::string(*text), &retry_after_ms)) return std::nullopt;
  return retry_after_ms;
}

}  // namespace waystone
