#include "server/fetch/source_url.h"

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "core/base/host_port.h"
#include "core/base/invalid_argument.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kMostBytes = 2000;

bool IsLoopbackHost(std::string_view host) {
  return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

// "host", "host:port", "[v6]", "[v6]:port".
std::string_view HostOf(std::string_view authority) {
  const size_t colon = authority.rfind(':');
  const size_t bracket = authority.rfind(']');
  const bool has_port =
      colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket);
  return has_port ? authority.substr(0, colon) : authority;
}

bool IsDottedNumber(std::string_view host) {
  return std::ranges::all_of(host, [](char c) { return absl::ascii_isdigit(c) || c == '.'; });
}

// The path without its escapes. libcurl takes folders "." and ".." out of what it asks for, and a signature would not fit.
absl::StatusOr<std::string> CheckPath(std::string_view path) {
  std::string plain;
  for (size_t i = 0; i < path.size(); ++i) {
    if (path[i] != '%') {
      plain += path[i];
      continue;
    }
    const std::string_view digits = path.substr(i + 1, 2);
    unsigned byte = 0;
    const char* const end = digits.data() + digits.size();
    if (digits.size() < 2 || std::from_chars(digits.data(), end, byte, 16).ptr != end)
      return InvalidArgument("a URL of packages must have two hex digits after each %");
    plain += static_cast<char>(byte);
    i += digits.size();
  }
  for (const auto& folder : std::filesystem::path(plain)) {
    if (folder == "." || folder == "..")
      return InvalidArgument("a URL of packages must not have a folder . or ..");
  }
  return plain;
}

// What is signed is the path with all escaped but what no store escapes, and libcurl signs it as it stands.
std::string AsSigned(std::string_view path) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : path) {
    const bool is_plain =
        absl::ascii_isalnum(c) || std::string_view("-._~/").find(c) != std::string_view::npos;
    if (is_plain) {
      escaped += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      escaped += {'%', kDigits[byte / 16], kDigits[byte % 16]};
    }
  }
  return escaped;
}

}  // namespace

absl::StatusOr<SourceUrl> SourceUrl::Parse(std::string_view text) {
  SourceUrl url;
  std::string_view rest = text;
  if (rest.starts_with("s3+")) {
    url.is_signed = true;
    rest.remove_prefix(3);
  }
  url.is_https = rest.starts_with("https://");
  if (!url.is_https && !rest.starts_with("http://"))
    return InvalidArgument("a URL of packages must begin with https://, s3+https://, http:// or s3+http://");
  if (rest.size() > kMostBytes)
    return InvalidArgument("a URL of packages must have at most ", kMostBytes, " bytes");
  const auto is_plain = [](char c) {
    return absl::ascii_isalnum(c) || std::string_view("-._~/:%[]+=,@?#").find(c) != std::string_view::npos;
  };
  if (!std::ranges::all_of(rest, is_plain))
    return InvalidArgument("a URL of packages must have all but plain characters escaped");
  if (rest.find('@') != std::string_view::npos)
    return InvalidArgument("a URL of packages must not have a user or a password");
  if (rest.find_first_of("?#") != std::string_view::npos)
    return InvalidArgument("a URL of packages must not have a query");
  const size_t host_at = rest.find("://") + 3;
  const std::string_view authority = rest.substr(host_at, rest.find('/', host_at) - host_at);
  const std::string_view host = HostOf(authority);
  const bool has_port = host.size() < authority.size();
  if (host.empty() || !IsHostPort(has_port ? std::string(authority) : StrCat(authority, ":1"), 1))
    return InvalidArgument("a URL of packages must name a host, and a port from 1 to 65535 if any");
  url.is_loopback = IsLoopbackHost(host) && (!host.starts_with("127.") || IsDottedNumber(host));
  while (rest.size() > host_at + authority.size() && rest.ends_with('/')) rest.remove_suffix(1);
  const size_t path_at = host_at + authority.size();
  WS_ASSIGN_OR_RETURN(const std::string path, CheckPath(rest.substr(path_at)));
  url.base =
      StrCat(rest.substr(0, path_at), url.is_signed ? AsSigned(path) : std::string(rest.substr(path_at)));
  return url;
}

}  // namespace waystone
