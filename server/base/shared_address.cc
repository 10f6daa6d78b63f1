#include "server/base/shared_address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace waystone {

std::string SharedAddress(const std::string& peer) {
  constexpr std::string_view kIpv6 = "ipv6:%5B";
  const size_t end = peer.rfind(peer.starts_with(kIpv6) ? "%5D" : ":");
  if (!peer.starts_with(kIpv6)) return peer.substr(0, end);
  std::string address = peer.substr(kIpv6.size(), end - kIpv6.size());
  address = address.substr(0, address.find("%25"));  // its zone
  in6_addr bytes{};
  if (inet_pton(AF_INET6, address.c_str(), &bytes) != 1) return address;
  if (IN6_IS_ADDR_V4MAPPED(&bytes) != 0) return address;
  std::fill(std::begin(bytes.s6_addr) + sizeof(bytes) / 2, std::end(bytes.s6_addr), 0);
  std::array<char, INET6_ADDRSTRLEN> text{};
  return inet_ntop(AF_INET6, &bytes, text.data(), text.size());
}

}  // namespace waystone
