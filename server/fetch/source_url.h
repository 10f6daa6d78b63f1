// The URL of a source of packages.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

// "https://host/path"; with "s3+" before it, requests are signed (AWS Signature Version 4). Plain data.
struct SourceUrl {
  std::string
      base;  // "https://host[:port][/path]", without a slash at the end; if it is signed, escaped as signatures are
  bool is_signed = false;
  bool is_https = false;
  bool is_loopback = false;  // by its name: localhost, 127.x.x.x, [::1]

  // Whether it is meant as a URL, good or not, and not as a folder.
  static bool IsUrl(std::string_view text) { return text.find("://") != std::string_view::npos; }
  // InvalidArgument naming what is wrong: another scheme, a user or password, a query, characters that a URL has escaped,
  // folders "." or "..".
  static absl::StatusOr<SourceUrl> Parse(std::string_view text);
};

}  // namespace waystone
