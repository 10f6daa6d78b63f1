// Who shares with whom.
#pragma once

#include <string>

namespace waystone {

// A numeric address as its holders share it: of IPv6 its first half, for whoever has one address has all that begin so.
// IPv4 that was written as IPv6 is IPv4. What is no address stays as it is.
std::string HolderOf(std::string address);
// HolderOf the address of what gRPC calls a peer; of other kinds of peers what comes before the last colon.
std::string SharedAddress(const std::string& peer);

}  // namespace waystone
