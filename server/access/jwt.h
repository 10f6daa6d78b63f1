// Signed tokens of an identity provider (RFC 7519).
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "server/access/access_rules.h"

namespace waystone {

struct JwtCaller {
  Caller caller;  // without a rate
  std::chrono::system_clock::time_point expires_at;
};

// Whom a token tells of: `sub`, `waystone_role` and, if they are there, `waystone_maps` (a list of patterns). Unauthenticated,
// saying why, unless one of the keys signed it by the key's algorithm, `iss` and `aud` are the rules', `exp` is not over and
// `nbf`, if there is one, has come. About 100 us. Any thread.
absl::StatusOr<JwtCaller> ReadJwt(const std::string& token, const JwtRules& rules,
                                  std::chrono::system_clock::time_point now);

}  // namespace waystone
