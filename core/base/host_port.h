// "host:port" as the programs take it.
#pragma once

#include <string_view>

namespace waystone {

// Whether `text` is HOST:PORT: a host without blanks (an IPv6 address in brackets), and a decimal port from
// `min_port` to 65535. Does not check whether the host exists.
bool IsHostPort(std::string_view text, int min_port);

}  // namespace waystone
