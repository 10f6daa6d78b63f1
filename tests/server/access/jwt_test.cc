#include "server/access/jwt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/server/access/signed_token.h"
#include "tests/support/test_certificates.h"

namespace waystone {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr int64_t kNow_s = 1'800'000'000;
constexpr std::chrono::system_clock::time_point kNow{std::chrono::seconds(kNow_s)};
const std::string kSecret = "0123456789abcdef0123456789abcdef";

JwtRules Rules() { return RulesWith({.id = "", .algorithm = JwtAlgorithm::kHs256, .bytes = kSecret}); }

std::string Token(const nlohmann::json& claims) { return SignedToken(claims, JwtAlgorithm::kHs256, kSecret); }

std::string Refusal(const std::string& token, const JwtRules& rules = Rules()) {
  const auto read = ReadJwt(token, rules, kNow);
  EXPECT_TRUE(absl::IsUnauthenticated(read.status())) << read.status();
  return std::string(read.status().message());
}

TEST(Jwt, SaysWhoCalls) {
  nlohmann::json claims = GoodClaims(kNow_s);
  claims["waystone_maps"] = {"town", "keep_*"};
  const auto read = ReadJwt(Token(claims), Rules(), kNow);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->caller.name, "player 7");
  EXPECT_EQ(read->caller.role, Role::kGameServer);
  EXPECT_THAT(read->caller.maps, ElementsAre("town", "keep_*"));
  EXPECT_EQ(read->expires_at, kNow + std::chrono::seconds(600));
}

TEST(Jwt, KeysOfAllAlgorithmsWork) {
  const TestKeyPair rsa = MakeRsaKeys();
  const TestKeyPair ec = MakeEcKeys();
  const nlohmann::json claims = GoodClaims(kNow_s);
  JwtRules rules = RulesWith({.id = "r", .algorithm = JwtAlgorithm::kRs256, .bytes = rsa.shown});
  rules.keys.push_back({.id = "e", .algorithm = JwtAlgorithm::kEs256, .bytes = ec.shown});
  rules.keys.push_back({.id = "h", .algorithm = JwtAlgorithm::kHs256, .bytes = kSecret});
  for (const std::string& token : {SignedToken(claims, JwtAlgorithm::kRs256, rsa.secret, "r"),
                                   SignedToken(claims, JwtAlgorithm::kEs256, ec.secret),
                                   SignedToken(claims, JwtAlgorithm::kHs256, kSecret, "h")}) {
    const auto read = ReadJwt(token, rules, kNow);
    EXPECT_TRUE(read.ok()) << read.status();
  }
  EXPECT_THAT(Refusal(SignedToken(claims, JwtAlgorithm::kRs256, rsa.secret, "other"), rules),
              HasSubstr("signed by nobody"));
  EXPECT_THAT(Refusal(SignedToken(claims, JwtAlgorithm::kRs256, MakeRsaKeys().secret, "r"), rules),
              HasSubstr("signed by nobody"));
}

// The public key is known to everybody: it must not serve as a secret.
TEST(Jwt, APublicKeyIsNoSecret) {
  const TestKeyPair rsa = MakeRsaKeys();
  const JwtRules rules = RulesWith({.id = "", .algorithm = JwtAlgorithm::kRs256, .bytes = rsa.shown});
  EXPECT_THAT(Refusal(SignedToken(GoodClaims(kNow_s), JwtAlgorithm::kHs256, rsa.shown), rules),
              HasSubstr("signed by nobody"));
}

TEST(Jwt, UnsignedAndChangedTokensAreRefused) {
  const std::string good = Token(GoodClaims(kNow_s));
  const size_t first_dot = good.find('.');
  const size_t second_dot = good.find('.', first_dot + 1);
  const std::string none = "eyJhbGciOiJub25lIn0";  // {"alg":"none"}
  for (const std::string& bad :
       {none + good.substr(first_dot, second_dot - first_dot) + ".", good.substr(0, second_dot + 1),
        good.substr(0, second_dot), good + "x", good.substr(1), std::string("."), std::string(".."),
        std::string("a.b.c"), std::string(8192, 'a'), std::string(100'000, '.')}) {
    Refusal(bad);
  }
  for (size_t i = 0; i < second_dot; ++i) {
    std::string changed = good;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    if (changed != good) Refusal(changed);
  }
}

TEST(Jwt, ClaimsAreChecked) {
  struct Case {
    const char* claim;
    nlohmann::json value;  // null: left out
    const char* why;
  };
  const Case cases[] = {
      {"iss", "https://other.example", "another issuer"},
      {"iss", nullptr, "another issuer"},
      {"aud", "other", "another audience"},
      {"aud", nullptr, "another audience"},
      {"aud", {"x", "y"}, "another audience"},
      {"exp", nullptr, "no exp"},
      {"exp", "tomorrow", "no exp"},
      {"exp", kNow_s, "expired"},
      {"exp", -1, "no exp"},
      {"exp", 1e300, "no exp"},
      {"nbf", kNow_s + 1, "not valid yet"},
      {"nbf", "now", "nbf that is no time"},
      {"sub", nullptr, "must have a sub"},
      {"sub", "", "must have a sub"},
      {"sub", std::string(129, 'a'), "must have a sub"},
      {"sub", "a\nb", "must have a sub"},
      {"waystone_role", nullptr, "waystone_role"},
      {"waystone_role", "root", "waystone_role"},
      {"waystone_maps", "town", "waystone_maps"},
      {"waystone_maps", nlohmann::json::array(), "waystone_maps"},
      {"waystone_maps", {1}, "waystone_maps"},
  };
  for (const Case& one : cases) {
    nlohmann::json claims = GoodClaims(kNow_s);
    if (one.value.is_null()) {
      claims.erase(one.claim);
    } else {
      claims[one.claim] = one.value;
    }
    EXPECT_THAT(Refusal(Token(claims)), HasSubstr(one.why)) << one.claim << " " << one.value;
  }
  nlohmann::json claims = GoodClaims(kNow_s);
  claims["aud"] = {"x", "waystone"};
  claims["nbf"] = kNow_s;
  EXPECT_TRUE(ReadJwt(Token(claims), Rules(), kNow).ok());
}

}  // namespace
}  // namespace waystone
