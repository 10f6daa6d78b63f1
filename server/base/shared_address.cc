#include "server/base/shared_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace waystone {

std::string HolderOf(std::string address) {
  constexpr std::string_view kMapped = "::ffff:";
  address = address.substr(0, address.find('%'));  // without its zone
  in6_addr bytes{};
  if (inet_pton(AF_INET6, address.c_str(), &bytes) != 1) return address;
  if (IN6_IS_ADDR_V4MAPPED(&bytes) != 0) return address.substr(kMapped.size());
  std::fill(std::begin(bytes.s6_addr) + sizeof(bytes) / 2, std::end(bytes.s6_addr), 0);
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET6, &bytes, text.data(), text.size());
}

std::string SharedAddress(const std::string& peer) {
  constexpr std::string_view kIpv4 = "ipv4:";
  constexpr std::string_view kIpv6 = "ipv6:%5B";
  const size_t end = peer.rfind(peer.starts_with(kIpv6) ? "%5D" : ":");
  for (const std::string_view family : {kIpv4, kIpv6}) {
    if (peer.starts_with(family)) return HolderOf(peer.substr(family.size(), end - family.size()));
  }
  return peer.substr(0, end);
}

}  // namespace waystone
