#include "client/error_reason.h"

#include <string>

#include "absl/strings/cord.h"

namespace waystone::client {
namespace {

constexpr char kReasonUrl[] = "waystone/reason";

}  // namespace

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
