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

JwtRules Rules() { return RulesWith(MakeKey("", JwtAlgorithm::kHs256, kSecret)); }

std::string Token(const nlohmann::json& claims) { return SignedToken(claims, JwtAlgorithm::kHs256, kSecret); }

absl::StatusOr<JwtCaller> Read(const std::string& token, const JwtRules& rules) {
  const auto key = FindJwtKey(token, rules);
  if (!key.ok()) return key.status();
  return ReadJwt(token, **key, rules, kNow);
}

std::string Refusal(const std::string& token, const JwtRules& rules = Rules()) {
  const auto read = Read(token, rules);
  EXPECT_TRUE(absl::IsUnauthenticated(read.status())) << read.status();
  return std::string(read.status().message());
}

TEST(Jwt, SaysWhoCalls) {
  nlohmann::json claims = GoodClaims(kNow_s);
  claims["waystone_maps"] = {"town", "keep_*"};
  const auto read = Read(Token(claims), Rules());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->caller.name, "jwt:player 7");
  EXPECT_EQ(read->caller.role, Role::kGameServer);
  EXPECT_THAT(read->caller.maps, ElementsAre("town", "keep_*"));
  EXPECT_EQ(read->expires_at, kNow + std::chrono::seconds(600));
}

TEST(Jwt, KeysOfAllAlgorithmsWork) {
  const TestKeyPair rsa = MakeRsaKeys();
  const TestKeyPair ec = MakeEcKeys();
  const nlohmann::json claims = GoodClaims(kNow_s);
  JwtRules rules = RulesWith(MakeKey("r", JwtAlgorithm::kRs256, rsa.shown));
  rules.keys.push_back(MakeKey("e", JwtAlgorithm::kEs256, ec.shown));
  rules.keys.push_back(MakeKey("h", JwtAlgorithm::kHs256, kSecret));
  for (const std::string& token : {SignedToken(claims, JwtAlgorithm::kRs256, rsa.secret, "r"),
                                   SignedToken(claims, JwtAlgorithm::kEs256, ec.secret, "e"),
                                   SignedToken(claims, JwtAlgorithm::kHs256, kSecret, "h")}) {
    const auto read = Read(token, rules);
    EXPECT_TRUE(read.ok()) << read.status();
  }
  EXPECT_THAT(Refusal(SignedToken(claims, JwtAlgorithm::kRs256, rsa.secret, "other"), rules),
              HasSubstr("signed by nobody"));
  EXPECT_THAT(Refusal(SignedToken(claims, JwtAlgorithm::kRs256, MakeRsaKeys().secret, "r"), rules),
              HasSubstr("signed by nobody"));
}

// Which key a token is tried with follows from its header alone: one key at most.
TEST(Jwt, ATokenIsTriedWithTheKeyThatItNamesOrThatHasNoId) {
  const nlohmann::json claims = GoodClaims(kNow_s);
  const std::string other_secret = "fedcba9876543210fedcba9876543210";
  const std::string plain = SignedToken(claims, JwtAlgorithm::kHs256, kSecret);
  const std::string named = SignedToken(claims, JwtAlgorithm::kHs256, kSecret, "h");
  const JwtRules with_id = RulesWith(MakeKey("h", JwtAlgorithm::kHs256, kSecret));
  EXPECT_TRUE(Read(named, with_id).ok());
  EXPECT_THAT(Refusal(plain, with_id), HasSubstr("signed by nobody")) << "no kid, and no key without an id";
  EXPECT_TRUE(Read(plain, Rules()).ok());
  EXPECT_THAT(Refusal(named, Rules()), HasSubstr("signed by nobody")) << "a kid that is no key's";

  JwtRules both = with_id;
  both.keys.push_back(MakeKey("", JwtAlgorithm::kHs256, other_secret));
  EXPECT_EQ(*FindJwtKey(named, both), &both.keys[0]);
  EXPECT_EQ(*FindJwtKey(plain, both), &both.keys[1]);
  EXPECT_FALSE(FindJwtKey(SignedToken(claims, JwtAlgorithm::kEs256, MakeEcKeys().secret, "h"), both).ok())
      << "another algorithm than the key's";
  EXPECT_FALSE(FindJwtKey("eyJhbGciOiJIUzI1NiIsImtpZCI6N30.e30.AAAA", both).ok()) << "a kid of 7";
  EXPECT_TRUE(FindJwtKey("eyJhbGciOiJIUzI1NiJ9.e30.AAAA", both).ok());
  EXPECT_FALSE(FindJwtKey("eyJhbGciOiJIUzI1NiIsImNyaXQiOlsieCJdfQ.e30.AAAA", both).ok()) << "crit";
  EXPECT_FALSE(FindJwtKey("eyJhbGciOiJIUzI1NiIsImtpZCI6IiJ9.e30.AAAA", both).ok()) << "an empty kid";
}

// Or else anybody could make many tokens of one, each of which would be remembered.
TEST(Jwt, ATokenIsWrittenInOneWay) {
  const TestKeyPair rsa = MakeRsaKeys();
  const JwtRules by_rsa = RulesWith(MakeKey("", JwtAlgorithm::kRs256, rsa.shown));
  const std::string signed_by_rsa = SignedToken(GoodClaims(kNow_s), JwtAlgorithm::kRs256, rsa.secret);
  const auto is_alone = [](const std::string& good, const JwtRules& rules) {
    ASSERT_TRUE(Read(good, rules).ok());
    for (const char* more : {"=", "==", "!", ".", ".x", " ", "\n"}) Refusal(good + more, rules);
    Refusal(good + std::string(1, '\0'), rules);
    // 32 bytes are 43 characters, of the last of which two bits are of nothing; 256 are 342, and four are.
    constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    for (const char last : kDigits) {
      const std::string changed = good.substr(0, good.size() - 1) + last;
      EXPECT_EQ(Read(changed, rules).ok(), changed == good) << last;
    }
  };
  is_alone(Token(GoodClaims(kNow_s)), Rules());
  is_alone(signed_by_rsa, by_rsa);
}

// The public key is known to everybody: it must not serve as a secret.
TEST(Jwt, APublicKeyIsNoSecret) {
  const TestKeyPair rsa = MakeRsaKeys();
  const JwtRules rules = RulesWith(MakeKey("", JwtAlgorithm::kRs256, rsa.shown));
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
      {"exp", 9'000'000'001, "no exp that is a time before 2255"},
      {"exp", 99'999'999'999, "no exp"},
      {"nbf", 99'999'999'999, "nbf that is no time"},
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
  claims["exp"] = 9'000'000'000;
  const auto read = Read(Token(claims), Rules());
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_GT(read->expires_at, kNow);
}

TEST(Jwt, AnAdminHasNoListOfMaps) {
  nlohmann::json claims = GoodClaims(kNow_s);
  claims["waystone_role"] = "admin";
  EXPECT_TRUE(Read(Token(claims), Rules()).ok());
  claims["waystone_maps"] = {"town"};
  EXPECT_THAT(Refusal(Token(claims)), HasSubstr("an admin sees all maps"));
}

}  // namespace
}  // namespace waystone
