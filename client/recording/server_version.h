// Which build a server is.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace grpc {
class Channel;
}

namespace waystone::client {

// The version that the server tells ("0.4.0+93ac95c3d2e1"), or the error of the call.
absl::StatusOr<std::string> ServerVersion(const std::shared_ptr<grpc::Channel>& server,
                                          std::chrono::milliseconds timeout);

}  // namespace waystone::client
