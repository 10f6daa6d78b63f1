// What decides who may call: an access file ('f'), or a signed token (any other byte) against a key. After the first byte comes the
// text; if the byte is upper case, choices that a text of the format's words is made by. A file is read as a whole or refused in one
// line that names it; a token is good only if a key has signed it, which no input has.
#include <array>
#include <cctype>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "absl/strings/escaping.h"
#include "core/base/check.h"
#include "server/access/access_rules.h"
#include "server/access/jwt.h"
#include "tests/fuzz/random_message.h"
#include "tests/support/temp_folder.h"
#include "tests/support/text_file.h"

namespace waystone {
namespace {

constexpr std::array<std::string_view, 40> kFileWords = {
    "callers:\n",
    "  - name: ",
    "a",
    "b",
    "\n",
    "    role: ",
    "player",
    "game_server",
    "admin",
    "    maps: ",
    "[",
    "]",
    ", ",
    "*",
    "town_*",
    "    token_sha256: ",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "    certificate_names: ",
    "anonymous: ",
    "jwt:\n",
    "  keys: ",
    "  issuer: ",
    "  audience: ",
    "    requests_per_s: ",
    "5",
    "1e309",
    "-1",
    "&x ",
    "*x",
    "  <<: ",
    "---\n",
    "\"",
    "'",
    "\t",
    "{",
    "}",
    "id: ",
    "algorithm: ",
    "HS256",
    "file: access.yaml"};
constexpr std::array<std::string_view, 24> kTokenWords = {"{",         "}",
                                                          "\"alg\"",   ":",
                                                          ",",         "\"HS256\"",
                                                          "\"none\"",  "\"RS256\"",
                                                          "\"kid\"",   "\"k1\"",
                                                          "\"sub\"",   "\"x\"",
                                                          "\"exp\"",   "99999999999",
                                                          "\"iss\"",   "\"me\"",
                                                          "\"aud\"",   "[",
                                                          "]",         "\"waystone_role\"",
                                                          "\"admin\"", "\"waystone_maps\"",
                                                          ".",         "e30"};

template <size_t count>
std::string MakeText(Choices& choices, const std::array<std::string_view, count>& words) {
  std::string text;
  for (int i = 0; i < 200 && !choices.AtEnd(); ++i) text += words[choices.Next() % count];
  return text;
}

void ReadAccess(const std::string& text) {
  static const TempFolder* const kFolder = new TempFolder;
  const std::string path = kFolder->path() + "/access.yaml";
  WriteFile(path, text);
  RatesByName rates;
  const auto rules = ReadAccessRules(path, rates);
  if (rules.ok()) {
    for (const auto& [hash, caller] : (*rules)->by_token)
      WS_CHECK(caller != nullptr && !caller->name.empty());
    return;
  }
  const std::string message(rules.status().message());
  WS_CHECK(message.find("access.yaml") != std::string::npos && message.find('\n') == std::string::npos);
}

void ReadSigned(const std::string& token) {
  static const JwtRules* const kRules = [] {
    auto* rules = new JwtRules;
    rules->issuer = "me";
    rules->audience = "game";
    rules->keys.push_back(*JwtKey::Read("k1", JwtAlgorithm::kHs256, std::string(32, 's')));
    return rules;
  }();
  const auto key = FindJwtKey(token, *kRules);
  absl::Status why = key.status();
  if (key.ok()) why = ReadJwt(token, **key, *kRules, std::chrono::system_clock::now()).status();
  WS_CHECK(absl::IsUnauthenticated(why));
  WS_CHECK(why.message().find('\n') == absl::string_view::npos);
}

}  // namespace
}  // namespace waystone

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace waystone;  // NOLINT(google-build-using-namespace): the function must stand outside
  if (size == 0) return 0;
  const bool is_made = std::isupper(data[0]) != 0;
  Choices choices(std::span(data + 1, size - 1));
  const std::string given(reinterpret_cast<const char*>(data + 1), size - 1);
  if (std::tolower(data[0]) == 'f') {
    ReadAccess(is_made ? MakeText(choices, kFileWords) : given);
  } else {
    ReadSigned(is_made ? absl::WebSafeBase64Escape(MakeText(choices, kTokenWords)) + "." +
                             absl::WebSafeBase64Escape(MakeText(choices, kTokenWords)) + ".c2ln"
                       : given);
  }
  return 0;
}
