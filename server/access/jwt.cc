#include "server/access/jwt.h"

#include <jwt.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "absl/strings/str_split.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "nlohmann/json.hpp"

namespace waystone {

namespace {

using nlohmann::json;

constexpr size_t kMaxMaps = 1000;
// libjwt's own copy of a token would be on the stack.
constexpr size_t kMaxTokenBytes = 8192;

struct FreeJwt {
  void operator()(jwt_t* jwt) const { jwt_free(jwt); }
};
using Jwt = std::unique_ptr<jwt_t, FreeJwt>;

absl::Status Refused(std::string_view why) { return absl::UnauthenticatedError(StrCat("the token ", why)); }

jwt_alg_t AlgorithmOf(const JwtKey& key) {
  switch (key.algorithm) {
    case JwtAlgorithm::kHs256:
      return JWT_ALG_HS256;
    case JwtAlgorithm::kRs256:
      return JWT_ALG_RS256;
    case JwtAlgorithm::kEs256:
      return JWT_ALG_ES256;
  }
  return JWT_ALG_NONE;
}

// Nothing, if it is not there or no text.
std::string TextOf(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Seconds since 1970, or `absent`; false if it is no number.
bool ReadTime(const json& claims, const char* name, int64_t absent, int64_t& time_s) {
  const auto found = claims.find(name);
  time_s = absent;
  if (found == claims.end()) return true;
  if (!found->is_number()) return false;
  const auto number = found->get<double>();
  constexpr double kLast_s = 1e11;
  if (!(number >= 0 && number <= kLast_s)) return false;
  time_s = static_cast<int64_t>(number);
  return true;
}

// RFC 7519, 4.1.3: a text, or a list with it.
bool IsFor(const json& claims, const std::string& audience) {
  const auto found = claims.find("aud");
  if (found == claims.end()) return false;
  if (found->is_string()) return *found == audience;
  return found->is_array() && std::find(found->begin(), found->end(), json(audience)) != found->end();
}

// What the token says, if one of the keys signed it.
absl::StatusOr<json> ReadSigned(const std::string& token, const JwtRules& rules) {
  for (const JwtKey& key : rules.keys) {
    jwt_t* read = nullptr;
    const auto* bytes = reinterpret_cast<const unsigned char*>(key.bytes.data());
    if (jwt_decode(&read, token.c_str(), bytes, static_cast<int>(key.bytes.size())) != 0) continue;
    const Jwt jwt(read);
    // A public key is no secret: that of another algorithm would be one that everybody has.
    if (jwt_get_alg(read) != AlgorithmOf(key)) continue;
    const char* id = jwt_get_header(read, "kid");
    if (!key.id.empty() && id != nullptr && key.id != id) continue;
    char* text = jwt_get_grants_json(read, nullptr);
    json claims = json::parse(text == nullptr ? "" : text, nullptr, false);
    std::free(text);
    if (claims.is_object()) return claims;
  }
  return Refused("is signed by nobody that this server takes tokens of");
}

absl::Status ReadMaps(const json& claims, std::vector<std::string>& maps) {
  const auto found = claims.find("waystone_maps");
  if (found == claims.end()) return absl::OkStatus();
  if (!found->is_array() || found->empty() || found->size() > kMaxMaps) {
    return Refused(StrCat("must have a list of 1 to ", kMaxMaps, " patterns as waystone_maps"));
  }
  for (const json& pattern : *found) {
    if (!pattern.is_string() || !IsPlainText(pattern.get<std::string>(), Caller::kMaxNameBytes)) {
      return Refused("has a pattern in waystone_maps that is no map id");
    }
    maps.push_back(pattern.get<std::string>());
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<JwtCaller> ReadJwt(const std::string& token, const JwtRules& rules,
                                  std::chrono::system_clock::time_point now) {
  if (token.size() > kMaxTokenBytes) return Refused(StrCat("has more than ", kMaxTokenBytes, " bytes"));
  WS_ASSIGN_OR_RETURN(const json claims, ReadSigned(token, rules));
  if (TextOf(claims, "iss") != rules.issuer) return Refused("is of another issuer");
  if (!IsFor(claims, rules.audience)) return Refused("is for another audience");
  const int64_t now_s = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  int64_t expires_s = 0;
  int64_t from_s = 0;
  if (!ReadTime(claims, "exp", 0, expires_s) || expires_s == 0) return Refused("has no exp");
  if (expires_s <= now_s) return Refused("has expired");
  if (!ReadTime(claims, "nbf", 0, from_s)) return Refused("has an nbf that is no time");
  if (from_s > now_s) return Refused("is not valid yet");
  JwtCaller result;
  result.expires_at = std::chrono::system_clock::time_point(std::chrono::seconds(expires_s));
  result.caller.name = TextOf(claims, "sub");
  if (result.caller.name.empty() || !IsPlainText(result.caller.name, Caller::kMaxNameBytes)) {
    return Refused(
        StrCat("must have a sub of 1 to ", Caller::kMaxNameBytes, " bytes without control characters"));
  }
  const std::optional<Role> role = RoleNamed(TextOf(claims, "waystone_role"));
  if (!role.has_value()) return Refused("must have player, game_server or admin as waystone_role");
  result.caller.role = *role;
  WS_RETURN_IF_ERROR(ReadMaps(claims, result.caller.maps));
  return result;
}

}  // namespace waystone
