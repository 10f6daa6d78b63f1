// A channel to a server, with TLS and a token if they are asked for.
#pragma once

#include <memory>
#include <string_view>

#include "absl/status/statusor.h"
#include "client/client_options.h"

namespace grpc {
class Channel;
class ChannelArguments;
}  // namespace grpc

namespace waystone::client {

// InvalidArgument naming the option, if its file cannot be read, options do not go together, or a token would leave this
// machine in plain text.
absl::StatusOr<std::shared_ptr<grpc::Channel>> OpenChannel(const ClientOptions& options,
                                                           const grpc::ChannelArguments& arguments);

// Whether HOST:PORT (or a target of gRPC) is of this machine alone, as far as it shows.
bool IsLoopback(std::string_view address);

}  // namespace waystone::client
