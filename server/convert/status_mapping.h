// The one place where Waystone's errors become gRPC's.
#pragma once

#include "absl/status/status.h"
#include "grpcpp/support/status.h"
#include "waystone/v1/error.pb.h"

namespace waystone {

// Codes that the API documents keep their meaning; every other error is a bug of ours and becomes INTERNAL. An
// error with a reason has it as its detail.
grpc::Status ToGrpcStatus(const absl::Status& status);

// The error with a reason, and the reason of an error.
absl::Status WithReason(absl::Status status, v1::ErrorReason reason);
v1::ErrorReason ReasonOf(const absl::Status& status);

}  // namespace waystone
