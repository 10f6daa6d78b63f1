#include "tests/server/access/signed_token.h"

#include <jwt.h>

#include <cstdlib>

#include "core/base/check.h"

namespace waystone {

std::string SignedToken(const nlohmann::json& claims, JwtAlgorithm algorithm, const std::string& secret,
                        const std::string& kid) {
  jwt_t* jwt = nullptr;
  WS_CHECK(jwt_new(&jwt) == 0);
  const jwt_alg_t used = algorithm == JwtAlgorithm::kHs256   ? JWT_ALG_HS256
                         : algorithm == JwtAlgorithm::kRs256 ? JWT_ALG_RS256
                                                             : JWT_ALG_ES256;
  WS_CHECK(jwt_set_alg(jwt, used, reinterpret_cast<const unsigned char*>(secret.data()),
                       static_cast<int>(secret.size())) == 0);
  WS_CHECK(jwt_add_grants_json(jwt, claims.dump().c_str()) == 0);
  if (!kid.empty()) jwt_add_header(jwt, "kid", kid.c_str());
  char* text = jwt_encode_str(jwt);
  WS_CHECK(text != nullptr);
  std::string token = text;
  std::free(text);
  jwt_free(jwt);
  return token;
}

nlohmann::json GoodClaims(int64_t now_s) {
  return {{"iss", "https://login.example"},
          {"aud", "waystone"},
          {"sub", "player 7"},
          {"exp", now_s + 600},
          {"waystone_role", "game_server"}};
}

JwtKey MakeKey(const std::string& id, JwtAlgorithm algorithm, const std::string& bytes) {
  absl::StatusOr<JwtKey> key = JwtKey::Read(id, algorithm, bytes);
  WS_CHECK(key.ok());
  return *std::move(key);
}

JwtRules RulesWith(JwtKey key) {
  JwtRules rules;
  rules.keys.push_back(std::move(key));
  rules.issuer = "https://login.example";
  rules.audience = "waystone";
  return rules;
}

}  // namespace waystone
