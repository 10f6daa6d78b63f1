// Who shares with whom.
#pragma once

#include <string>

namespace waystone {

// The address of what gRPC calls a peer, as gRPC writes it; of IPv6 its first half, for whoever has one address has all
// that begin so.
std::string SharedAddress(const std::string& peer);

}  // namespace waystone
