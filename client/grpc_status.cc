#include "client/grpc_status.h"

#include "client/error_reason.h"

namespace waystone::client {

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

}  // namespace waystone::client
