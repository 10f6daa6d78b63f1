#include "server/access/access_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "server/access/jwt.h"
#include "tests/server/access/signed_token.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr char kSum[] = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";  // of "test"

class AccessRulesTest : public testing::Test {
 protected:
  absl::StatusOr<std::shared_ptr<const AccessRules>> Read(const std::string& text) {
    const std::string path = folder_.File("access.yaml");
    std::ofstream(path) << text;
    return ReadAccessRules(path, rates_);
  }
  std::string Refusal(const std::string& text) {
    const auto read = Read(text);
    EXPECT_TRUE(absl::IsInvalidArgument(read.status()) || absl::IsNotFound(read.status())) << text;
    return std::string(read.status().message());
  }

  TempFolder folder_;
  RatesByName rates_;
};

TEST_F(AccessRulesTest, AFileSaysWhoMayWhat) {
  std::ofstream(folder_.File("secret")) << "0123456789abcdef0123456789abcdef\n";
  const auto read = Read(std::string("callers:\n"
                                     "  - name: match-server\n"
                                     "    role: game_server\n"
                                     "    token_sha256: [") +
                         kSum +
                         "]\n"
                         "    maps: [town, keep_*]\n"
                         "    requests_per_s: 50\n"
                         "  - {name: ops, role: admin, certificate_names: [ops.example]}\n"
                         "jwt:\n"
                         "  keys: [{id: k1, algorithm: HS256, file: secret}]\n"
                         "  issuer: https://login.example\n"
                         "  audience: waystone\n"
                         "anonymous: player\n");
  ASSERT_TRUE(read.ok()) << read.status();
  const AccessRules& rules = **read;
  const auto token = rules.by_token.find(Sha256Of("test"));
  ASSERT_NE(token, rules.by_token.end());
  EXPECT_EQ(token->second->name, "match-server");
  EXPECT_EQ(token->second->role, Role::kGameServer);
  EXPECT_TRUE(token->second->MaySee("keep_2"));
  EXPECT_FALSE(token->second->MaySee("cave"));
  EXPECT_EQ(token->second->rate->per_s(), 50);
  EXPECT_EQ(rules.by_certificate.at("ops.example")->role, Role::kAdmin);
  EXPECT_EQ(rules.by_certificate.at("ops.example")->rate, nullptr);
  const std::string token_of_key =
      SignedToken(GoodClaims(0), JwtAlgorithm::kHs256, "0123456789abcdef0123456789abcdef", "k1");
  EXPECT_TRUE(ReadJwt(token_of_key, rules.jwt->keys[0], *rules.jwt, {}).ok())
      << "white space at its end does not count";
  EXPECT_TRUE(rules.anonymous->is_anonymous);
  EXPECT_EQ(rules.anonymous->role, Role::kPlayer);
}

TEST_F(AccessRulesTest, WithoutAnonymousWhoShowsNothingIsRefused) {
  const auto read = Read("callers: [{name: a, role: player, certificate_names: [a]}]\n");
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ((*read)->anonymous, nullptr);
}

TEST_F(AccessRulesTest, MistakesAreNamedWithTheirLine) {
  const std::string token = std::string(", token_sha256: [") + kSum + "]}";
  struct Case {
    std::string text;
    const char* message;
  };
  const Case cases[] = {
      {"", "access.yaml: says nothing"},
      {"- a\n", "access.yaml:1: the file must be a map of keys"},
      {"callers: 3\n", "access.yaml:1: key 'callers' must be a list"},
      {"users: []\n", "key 'users' is not known here; known are anonymous, callers, jwt"},
      {"callers:\n  - {role: player" + token, "access.yaml:2: the key 'name' is missing"},
      {"callers:\n  - {name: a" + token, "access.yaml:2: the key 'role' is missing"},
      {"callers:\n  - {name: a, role: root" + token,
       "access.yaml:2: key 'role' must be player, game_server or admin"},
      {"callers:\n  - {name: \"\", role: player" + token, "access.yaml:2: key 'name' must be 1 to 128 bytes"},
      {"callers:\n  - {name: a, role: player}", "needs token_sha256 or certificate_names"},
      {"callers:\n  - {name: a, role: player, token_sha256: [abc]}", "64 hexadecimal digits"},
      {"callers:\n  - {name: a, role: player, requests_per_s: 0" + token, "must be above 0"},
      {"callers:\n  - {name: a, role: player, requests_per_s: .nan" + token, "must be above 0"},
      {"callers:\n  - {name: a, role: player" + token +
           "\n  - {name: a, role: admin, certificate_names: [x]}",
       "access.yaml:3: key 'name' is there twice"},
      {"callers:\n  - {name: a, role: player" + token + "\n  - {name: b, role: admin" + token,
       "access.yaml:3: key 'token_sha256' has a token twice, or that of another caller"},
      {"callers:\n  - {name: a, role: player, certificate_names: [x, x]}", "has a name twice"},
      {"callers:\n  - {name: \"jwt:a\", role: player" + token, "key 'name' must not begin with jwt:"},
      {"callers:\n  - {name: a, maps: [town], role: admin" + token,
       "access.yaml:2: key 'maps' must not be there: an admin sees all maps"},
      {"anonymous: admin\n", "key 'anonymous' must not be admin"},
      {"jwt: {keys: [], issuer: i, audience: a}\n", "key 'keys' must have a key"},
      {"jwt: {keys: [{algorithm: RS256, file: nowhere}], issuer: i, audience: a}\n", "cannot read"},
      {"jwt: {keys: [{algorithm: none, file: access.yaml}], issuer: i, audience: a}\n",
       "must be HS256, RS256 or ES256"},
      {"jwt: {keys: [{algorithm: HS256, file: short}], issuer: i, audience: a}\n",
       "access.yaml:1: key 'file' of HS256 must be a secret of 32 bytes or more"},
      {"jwt: {keys: [{algorithm: RS256, file: short}], issuer: i, audience: a}\n",
       "key 'file' of RS256 must be a public key of RSA in PEM, of 2048 bits or more"},
      {"jwt: {issuer: i, audience: a}\n", "the key 'keys' is missing"},
      {"callers: [\n", "not YAML"},
  };
  std::ofstream(folder_.File("short")) << "short\n";
  for (const Case& one : cases) EXPECT_THAT(Refusal(one.text), HasSubstr(one.message)) << one.text;
}

// Written out it would have 10,000 times 5,000 patterns.
TEST_F(AccessRulesTest, AliasesDoNotMakeAFileLarge) {
  std::string text = "callers:\n  - {name: a, role: player, certificate_names: [a], maps: &m [town";
  for (int i = 0; i < 5000; ++i) text += ", map_" + std::to_string(i);
  text += "]}\n";
  const size_t plain_bytes = text.size();
  for (int i = 0; i < 10'000; ++i) {
    const std::string name = std::to_string(i);
    text += "  - {name: " + name + ", role: player, certificate_names: [n" + name + "], maps: *m}\n";
  }
  EXPECT_THAT(Refusal(text), HasSubstr("the file is too large with its aliases"));
  ASSERT_TRUE(Read(text.substr(0, plain_bytes)).ok());
  ASSERT_TRUE(
      Read(text.substr(0, plain_bytes) + "  - {name: b, role: player, certificate_names: [b], maps: *m}\n")
          .ok());
}

TEST_F(AccessRulesTest, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(ReadAccessRules(folder_.File("none.yaml"), rates_).status().message(), HasSubstr("none.yaml"));
  EXPECT_THAT(ReadAccessRules(folder_.path(), rates_).status().message(),
              HasSubstr("must be a regular file"));
}

}  // namespace
}  // namespace waystone
