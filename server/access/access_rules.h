// Whom a server serves, as a file says.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "server/access/caller.h"
#include "server/access/jwt_key.h"

namespace waystone {

using Sha256 = std::array<uint8_t, 32>;
Sha256 Sha256Of(std::string_view text);

// What JSON Web Tokens (RFC 7519) must say.
struct JwtRules {
  std::vector<JwtKey> keys;
  std::string issuer;
  std::string audience;
  double requests_per_s = 0;  // of each subject; 0: no limit
};

struct AccessRules {
  std::map<Sha256, std::shared_ptr<const Caller>> by_token;
  std::map<std::string, std::shared_ptr<const Caller>, std::less<>> by_certificate;  // a name in it
  std::optional<JwtRules> jwt;
  std::shared_ptr<const Caller> anonymous;   // null: who shows nothing is refused
  std::map<std::string, std::string> files;  // all that were read, by path

  // Whether one of the files says something else by now, or cannot be read.
  bool HaveFilesChanged() const;
};

// Reads an access file (docs/access.md). The rates of callers are taken from `rates`. InvalidArgument
// "NAME:LINE: ...", or NotFound, of it or of a key file that it names.
absl::StatusOr<std::shared_ptr<const AccessRules>> ReadAccessRules(const std::string& path,
                                                                   RatesByName& rates);

}  // namespace waystone
