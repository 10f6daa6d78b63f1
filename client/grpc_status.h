// Internal to the library.
#pragma once

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace waystone::client {

// The codes are the same. Keeps the reason (ReasonOf), if there is one.
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace waystone::client
