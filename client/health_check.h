// One call of the standard health protocol (grpc.health.v1).
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

// Whether the named service, or with an empty name the process, takes calls. NotFound where the server does
// not know the service; Unavailable and DeadlineExceeded where nobody answers.
absl::StatusOr<bool> IsServing(const std::shared_ptr<grpc::Channel>& channel, const std::string& service,
                               std::chrono::milliseconds timeout);

}  // namespace waystone::client
