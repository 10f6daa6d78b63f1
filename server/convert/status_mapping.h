// The one place where Waystone's errors become gRPC's.
#pragma once

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace waystone {

// Codes that the API documents keep their meaning; every other error is a bug of ours and becomes INTERNAL.
grpc::Status ToGrpcStatus(const absl::Status& status);

}  // namespace waystone
