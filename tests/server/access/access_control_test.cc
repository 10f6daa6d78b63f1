#include "server/access/access_control.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>

#include "tests/server/access/signed_token.h"
#include "tests/support/temp_folder.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kNow_s = 1'800'000'000;
constexpr std::chrono::system_clock::time_point kNow{std::chrono::seconds(kNow_s)};
constexpr char kOne[] = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";    // of "test"
constexpr char kOther[] = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";  // of "foo"
const std::string kSecret = "0123456789abcdef0123456789abcdef";

class AccessControlTest : public testing::Test {
 protected:
  AccessControlTest() {
    std::ofstream(folder_.File("secret")) << kSecret;
    Write(kOne);
    auto read = AccessControl::Read(Path());
    EXPECT_TRUE(read.ok()) << read.status();
    control_ = *std::move(read);
  }
  std::string Path() const { return folder_.File("access.yaml"); }
  void Write(const std::string& sum, const std::string& rest = "") {
    std::ofstream(Path())
        << "callers:\n  - {name: a, role: admin, token_sha256: [" << sum
        << "], certificate_names: [a.example]}\n"
           "jwt: {keys: [{algorithm: HS256, file: secret}], issuer: \"https://login.example\", audience: "
           "waystone, requests_per_s: 2}\n"
        << rest;
  }
  std::string NameOf(const std::string& authorization, const std::vector<std::string>& names = {},
                     std::chrono::system_clock::time_point now = kNow, const std::string& from = "here") {
    const auto caller = control_->Identify(
        authorization, names, [&] { return from; }, now);
    return caller.ok() ? (*caller)->name : std::string(caller.status().message());
  }
  static std::string Bearer(const nlohmann::json& claims) {
    return "Bearer " + SignedToken(claims, JwtAlgorithm::kHs256, kSecret);
  }

  TempFolder folder_;
  std::unique_ptr<AccessControl> control_;
};

TEST_F(AccessControlTest, KnowsTokensAndCertificates) {
  EXPECT_EQ(NameOf("Bearer test"), "a");
  EXPECT_EQ(NameOf("bearer test"), "a");
  EXPECT_EQ(NameOf("", {"x", "a.example"}), "a");
  EXPECT_EQ(NameOf(Bearer(GoodClaims(kNow_s))), "jwt:player 7");
  EXPECT_THAT(NameOf("Bearer wrong"), HasSubstr("none of this server's"));
  EXPECT_THAT(NameOf("Basic test"), HasSubstr("must be Bearer and a token"));
  EXPECT_THAT(NameOf("Bearer "), HasSubstr("must be Bearer and a token"));
  EXPECT_THAT(NameOf(""), HasSubstr("wants a token"));
  EXPECT_THAT(NameOf("", {"x"}), HasSubstr("does not know the certificate's names"));
  EXPECT_THAT(NameOf("Bearer wrong", {"a.example"}), HasSubstr("none of this server's"))
      << "a wrong token is not forgiven";
}

TEST_F(AccessControlTest, ASignedTokenEndsWithItsTime) {
  const std::string token = Bearer(GoodClaims(kNow_s));
  EXPECT_EQ(NameOf(token), "jwt:player 7");
  EXPECT_EQ(NameOf(token, {}, kNow + std::chrono::seconds(599)), "jwt:player 7");
  EXPECT_THAT(NameOf(token, {}, kNow + std::chrono::seconds(600)), HasSubstr("expired"));
}

TEST_F(AccessControlTest, SubjectsHaveOneRateWhateverTheirTokens) {
  nlohmann::json claims = GoodClaims(kNow_s);
  const auto here = [] { return std::string("here"); };
  const auto first = control_->Identify(Bearer(claims), {}, here, kNow);
  claims["exp"] = kNow_s + 700;
  const auto second = control_->Identify(Bearer(claims), {}, here, kNow);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_NE(*first, *second);
  EXPECT_EQ((*first)->rate, (*second)->rate);
}

TEST_F(AccessControlTest, ManyTokensAreForgottenAndStillWork) {
  nlohmann::json claims = GoodClaims(kNow_s);
  for (int i = 0; i < 10'050; ++i) {
    claims["sub"] = "player " + std::to_string(i);
    ASSERT_EQ(NameOf(Bearer(claims)), "jwt:" + claims["sub"].get<std::string>());
  }
  EXPECT_EQ(NameOf(Bearer(GoodClaims(kNow_s))), "jwt:player 7");
}

// Whoever fills the memory for tokens must not get a new rate by it.
TEST_F(AccessControlTest, ASubjectThatIsForgottenKeepsItsDebt) {
  const auto here = [] { return std::string("here"); };
  const std::string token = Bearer(GoodClaims(kNow_s));
  ASSERT_EQ((*control_->Identify(token, {}, here, kNow))->rate->Take(2'000'000).count(), 0);
  nlohmann::json claims = GoodClaims(kNow_s);
  for (int i = 0; i < 10'050; ++i) {
    claims["sub"] = "other " + std::to_string(i);
    ASSERT_TRUE(control_->Identify(Bearer(claims), {}, here, kNow).ok());
  }
  EXPECT_GT((*control_->Identify(token, {}, here, kNow))->rate->Take(1).count(), 0);
}

TEST_F(AccessControlTest, AnAddressMayBeWrongOnlySoOften) {
  const std::string known = Bearer(GoodClaims(kNow_s));
  ASSERT_EQ(NameOf(known), "jwt:player 7");
  const auto wrong = [](int i) {
    nlohmann::json claims = GoodClaims(kNow_s);
    claims["sub"] = std::to_string(i);
    return "Bearer " + SignedToken(claims, JwtAlgorithm::kHs256, "a secret that is not the server's own");
  };
  int verified = 0;
  while (verified < 5000 && NameOf(wrong(verified)).find("signed by nobody") != std::string::npos) ++verified;
  EXPECT_GE(verified, AccessControl::kMostFailuresPerSecond);
  ASSERT_LT(verified, 5000);
  const auto refused = control_->Identify(
      wrong(0), {}, [] { return std::string("here"); }, kNow);
  EXPECT_TRUE(absl::IsResourceExhausted(refused.status())) << refused.status();
  EXPECT_THAT(NameOf(known), "jwt:player 7") << "what is known goes on";
  EXPECT_EQ(NameOf("Bearer test"), "a");
  EXPECT_THAT(NameOf("Bearer junk"), HasSubstr("none of this server's")) << "that costs nothing";
  EXPECT_THAT(NameOf(wrong(0), {}, kNow, "elsewhere"), HasSubstr("signed by nobody"));
}

TEST_F(AccessControlTest, ATokenThatIsSignedAndNoGoodCountsAsWrong) {
  nlohmann::json claims = GoodClaims(kNow_s);
  claims["exp"] = kNow_s - 1;
  const std::string expired = Bearer(claims);
  int verified = 0;
  while (verified < 5000 && NameOf(expired).find("expired") != std::string::npos) ++verified;
  EXPECT_LT(verified, 5000);
}

TEST_F(AccessControlTest, NewRulesCountAtOnce) {
  const std::string signed_token = Bearer(GoodClaims(kNow_s));
  EXPECT_EQ(NameOf(signed_token), "jwt:player 7");
  EXPECT_FALSE(*control_->LookAgain());
  Write(kOther);
  std::ofstream(folder_.File("secret")) << "another secret of more than 32 bytes";
  EXPECT_TRUE(*control_->LookAgain());
  EXPECT_FALSE(*control_->LookAgain());
  EXPECT_THAT(NameOf("Bearer test"), HasSubstr("none of this server's"));
  EXPECT_EQ(NameOf("Bearer foo"), "a");
  EXPECT_THAT(NameOf(signed_token), HasSubstr("signed by nobody")) << "what was known under the old key";
}

TEST_F(AccessControlTest, BadRulesAreToldOnceAndChangeNothing) {
  Write(kOther, "nonsense: 1\n");
  EXPECT_THAT(control_->LookAgain().status().message(), HasSubstr("nonsense"));
  EXPECT_FALSE(*control_->LookAgain()) << "told already";
  EXPECT_EQ(NameOf("Bearer test"), "a");
  Write(kOther, "other_nonsense: 1\n");
  EXPECT_THAT(control_->LookAgain().status().message(), HasSubstr("other_nonsense"));
  Write(kOne);
  EXPECT_FALSE(*control_->LookAgain()) << "as it was";
}

}  // namespace
}  // namespace waystone
