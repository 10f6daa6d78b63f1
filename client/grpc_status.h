// Internal to the library.
#pragma once

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace waystone::client {

// The codes are the same.
inline absl::Status FromGrpc(const grpc::Status& status) {
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
}

}  // namespace waystone::client
