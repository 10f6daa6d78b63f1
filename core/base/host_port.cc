#include "core/base/host_port.h"

#include <algorithm>
#include <charconv>

namespace waystone {

bool IsHostPort(std::string_view text, int min_port) {
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  const std::string_view host = text.substr(0, colon);
  const std::string_view port = text.substr(colon + 1);
  const bool in_brackets = host.front() == '[' && host.back() == ']';
  if (!in_brackets && host.find(':') != std::string_view::npos) return false;
  if (std::any_of(host.begin(), host.end(), [](unsigned char c) { return c <= ' ' || c == 0x7f; }))
    return false;
  if (port.empty() || !std::all_of(port.begin(), port.end(), [](char c) { return c >= '0' && c <= '9'; }))
    return false;
  int number = 0;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), number);
  return error == std::errc() && end == port.data() + port.size() && number >= min_port && number <= 65535;
}

}  // namespace waystone
