// Internal to the library.
#pragma once

#include <grpcpp/support/status.h>

#include "absl/status/status.h"
#include "waystone/v1/error.pb.h"

namespace waystone::client {

// The codes are the same. Keeps the reason (ReasonOf), if there is one.
absl::Status FromGrpc(const grpc::Status& status);

// The error with a reason.
absl::Status WithReason(absl::Status status, v1::ErrorReason reason);

}  // namespace waystone::client
