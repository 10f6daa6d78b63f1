// Who is behind a call that an HTTP request became.
#pragma once

#include <string>
#include <string_view>

#include "grpcpp/server_context.h"

namespace waystone {

// The metadata in which the HTTP port tells it, as gRPC names peers.
inline constexpr char kHttpPeerMetadata[] = "waystone-http-peer";

// The call's peer as gRPC has it; of a call from within the process, which only the HTTP port makes, the one it tells of.
inline std::string PeerOf(const grpc::CallbackServerContext& context) {
  constexpr std::string_view kWithin = "inproc";
  std::string peer = context.peer();
  if (!peer.starts_with(kWithin)) return peer;
  const auto told = context.client_metadata().find(kHttpPeerMetadata);
  return told == context.client_metadata().end() ? peer
                                                 : std::string(told->second.data(), told->second.size());
}

}  // namespace waystone
