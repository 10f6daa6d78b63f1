#include "server/access/jwt.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/str_split.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"
#include "core/map/map_id.h"
#include "nlohmann/json.hpp"

namespace waystone {

namespace {

using nlohmann::json;

constexpr size_t kMaxMaps = 1000;
constexpr size_t kMaxTokenBytes = 8192;

absl::Status Refused(std::string_view why) { return absl::UnauthenticatedError(StrCat("the token ", why)); }

// A token, taken apart.
struct Parts {
  std::string header;
  std::string claims;
  std::string_view text;  // which is signed; within the token
  std::string signature;
};

// Writes the bytes of base64url without padding, if they are written in the one way that there is.
bool Decode(absl::string_view part, std::string& bytes) {
  return absl::WebSafeBase64Unescape(part, &bytes) && absl::WebSafeBase64Escape(bytes) == part;
}

// Nothing, if it is not written as RFC 7515, 7.1 says.
std::optional<Parts> TakeApart(const std::string& token) {
  constexpr size_t kParts = 3;
  const std::vector<absl::string_view> written = absl::StrSplit(token, '.');
  Parts parts;
  if (written.size() != kParts || !Decode(written[0], parts.header) || !Decode(written[1], parts.claims) ||
      !Decode(written[2], parts.signature)) {
    return std::nullopt;
  }
  parts.text = std::string_view(token).substr(0, written[0].size() + 1 + written[1].size());
  return parts;
}

json Parse(const std::string& text) { return json::parse(text, nullptr, false); }

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
  constexpr double kLast_s = 9e9;  // in 2255; the clock ends in 2262
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

absl::Status SignedByNobody() { return Refused("is signed by nobody that this server takes tokens of"); }

absl::Status ReadMaps(const json& claims, Role role, std::vector<std::string>& maps) {
  const auto found = claims.find("waystone_maps");
  if (found == claims.end()) return absl::OkStatus();
  if (role == Role::kAdmin) return Refused("must not have waystone_maps: an admin sees all maps");
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

absl::StatusOr<const JwtKey*> FindJwtKey(const std::string& token, const JwtRules& rules) {
  if (token.size() > kMaxTokenBytes) return Refused(StrCat("has more than ", kMaxTokenBytes, " bytes"));
  const std::optional<Parts> parts = TakeApart(token);
  const json header = parts ? Parse(parts->header) : json();
  if (!header.is_object()) return Refused("is none of this server's, and no JSON Web Token");
  if (header.contains("crit")) return Refused("wants what this server does not know (crit)");
  const std::string algorithm = TextOf(header, "alg");
  const std::string id = TextOf(header, "kid");
  if (id.empty() && header.contains("kid")) return Refused("has a kid that is no key's id");
  const auto found = std::find_if(rules.keys.begin(), rules.keys.end(), [&](const JwtKey& key) {
    return key.id() == id && NameOf(key.algorithm()) == algorithm;
  });
  if (found == rules.keys.end()) return SignedByNobody();
  return &*found;
}

absl::StatusOr<JwtCaller> ReadJwt(const std::string& token, const JwtKey& key, const JwtRules& rules,
                                  std::chrono::system_clock::time_point now) {
  const std::optional<Parts> parts = TakeApart(token);
  if (!parts || !key.HasSigned(parts->text, parts->signature)) return SignedByNobody();
  const json claims = Parse(parts->claims);
  if (!claims.is_object()) return Refused("has no claims");
  if (TextOf(claims, "iss") != rules.issuer) return Refused("is of another issuer");
  if (!IsFor(claims, rules.audience)) return Refused("is for another audience");
  const int64_t now_s = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch()).count();
  int64_t expires_s = 0;
  int64_t from_s = 0;
  if (!ReadTime(claims, "exp", 0, expires_s) || expires_s == 0) {
    return Refused("has no exp that is a time before 2255");
  }
  if (expires_s <= now_s) return Refused("has expired");
  if (!ReadTime(claims, "nbf", 0, from_s)) return Refused("has an nbf that is no time");
  if (from_s > now_s) return Refused("is not valid yet");
  JwtCaller result;
  result.expires_at = std::chrono::system_clock::time_point(std::chrono::seconds(expires_s));
  const std::string subject = TextOf(claims, "sub");
  if (subject.empty() || !IsPlainText(subject, Caller::kMaxNameBytes)) {
    return Refused(
        StrCat("must have a sub of 1 to ", Caller::kMaxNameBytes, " bytes without control characters"));
  }
  result.caller.name = StrCat(Caller::kSubjectPrefix, subject);
  const std::optional<Role> role = RoleNamed(TextOf(claims, "waystone_role"));
  if (!role.has_value()) return Refused("must have player, game_server or admin as waystone_role");
  result.caller.role = *role;
  WS_RETURN_IF_ERROR(ReadMaps(claims, *role, result.caller.maps));
  return result;
}

}  // namespace waystone
