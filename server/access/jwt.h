// Signed tokens of an identity provider (RFC 7519).
#pragma once

#include <chrono>
#include <string>

#include "absl/status/statusor.h"
#include "server/access/access_rules.h"

namespace waystone {

struct JwtCaller {
  Caller caller;  // without a rate
  std::chrono::system_clock::time_point expires_at;
};

// The key that a token must be signed with: that of its `alg` and of its `kid`, or without an id if it has none. Unauthenticated,
// saying why, if there is none, or the token is not written as it must be (RFC 7515; a signature in another writing would be
// another token of the same meaning). Some microseconds: nothing is verified. Any thread.
absl::StatusOr<const JwtKey*> FindJwtKey(const std::string& token, const JwtRules& rules);

// Whom a token tells of: `sub`, as "jwt:SUB", `waystone_role` and, if they are there, `waystone_maps` (a list of patterns).
// Unauthenticated, saying why, unless the key, which FindJwtKey found, signed it, `iss` and `aud` are the rules', `exp` is not
// over and `nbf`, if there is one, has come. Some 50 us. Any thread.
absl::StatusOr<JwtCaller> ReadJwt(const std::string& token, const JwtKey& key, const JwtRules& rules,
                                  std::chrono::system_clock::time_point now);

}  // namespace waystone
