#include "client/grpc_status.h"

#include <string>

#include "absl/strings/cord.h"
#include "client/messages.h"

namespace waystone::client {
namespace {

constexpr char kReasonUrl[] = "waystone/reason";

}  // namespace

absl::Status FromGrpc(const grpc::Status& status) {
  const absl::Status plain(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  v1::StatusDetails details;
  if (status.error_details().empty() || !details.ParseFromString(status.error_details())) return plain;
  for (const auto& any : details.details()) {
    v1::ErrorDetail detail;
    if (any.UnpackTo(&detail)) return WithReason(plain, detail.reason());
  }
  return plain;
}

absl::Status WithReason(absl::Status status, v1::ErrorReason reason) {
  if (reason != v1::ERROR_REASON_UNSPECIFIED) {
    status.SetPayload(kReasonUrl, absl::Cord(std::to_string(static_cast<int>(reason))));
  }
  return status;
}

v1::ErrorReason ReasonOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kReasonUrl);
  if (!payload) return v1::ERROR_REASON_UNSPECIFIED;
  return static_cast<v1::ErrorReason>(std::stoi(std::string(*payload)));
}

}  // namespace waystone::client
