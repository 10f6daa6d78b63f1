#include "server/access/jwt_key.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/escaping.h"
#include "tests/server/access/signed_token.h"
#include "tests/support/test_certificates.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

const std::string kSecret = "0123456789abcdef0123456789abcdef";

// A text and its signature, by another library.
struct Signed {
  JwtKey key;
  std::string text;
  std::string signature;
};
Signed Sign(JwtAlgorithm algorithm, const TestKeyPair& keys) {
  const std::string token = SignedToken(GoodClaims(0), algorithm, keys.secret);
  const size_t dot = token.rfind('.');
  std::string signature;
  EXPECT_TRUE(absl::WebSafeBase64Unescape(token.substr(dot + 1), &signature));
  return {MakeKey("", algorithm, keys.shown), token.substr(0, dot), signature};
}

std::string Refusal(JwtAlgorithm algorithm, const std::string& bytes) {
  const auto key = JwtKey::Read("", algorithm, bytes);
  EXPECT_TRUE(absl::IsInvalidArgument(key.status())) << key.status();
  return std::string(key.status().message());
}

TEST(JwtKey, KnowsWhatItsOwnerSignedAndNothingElse) {
  for (const Signed& one :
       {Sign(JwtAlgorithm::kHs256, {kSecret, kSecret}), Sign(JwtAlgorithm::kRs256, MakeRsaKeys()),
        Sign(JwtAlgorithm::kEs256, MakeEcKeys())}) {
    const std::string_view name = NameOf(one.key.algorithm());
    EXPECT_TRUE(one.key.HasSigned(one.text, one.signature)) << name;
    for (size_t bit = 0; bit < 8 * one.signature.size(); ++bit) {
      std::string changed = one.signature;
      changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << (bit % 8)));
      EXPECT_FALSE(one.key.HasSigned(one.text, changed)) << name << " " << bit;
    }
    for (size_t i = 0; i < one.text.size(); ++i) {
      std::string changed = one.text;
      changed[i] = static_cast<char>(changed[i] ^ 1);
      EXPECT_FALSE(one.key.HasSigned(changed, one.signature)) << name << " " << i;
    }
    for (size_t size = 0; size < one.signature.size(); ++size) {
      EXPECT_FALSE(one.key.HasSigned(one.text, one.signature.substr(0, size))) << name << " " << size;
    }
    for (const std::string& other : {one.signature + '\0', std::string(one.signature.size(), '\0'),
                                     std::string(one.signature.size(), '\xff'), std::string(5000, 'x')}) {
      EXPECT_FALSE(one.key.HasSigned(one.text, other)) << name << " " << other.size();
    }
  }
}

TEST(JwtKey, WhatIsNoKeyOfTheAlgorithmIsRefused) {
  const TestKeyPair rsa = MakeRsaKeys();
  const TestKeyPair ec = MakeEcKeys();
  EXPECT_THAT(Refusal(JwtAlgorithm::kHs256, kSecret.substr(1)), HasSubstr("a secret of 32 bytes or more"));
  for (const std::string& bad : {std::string(), std::string("no key"), rsa.shown.substr(0, 200), rsa.secret,
                                 ec.shown, MakeRsaKeys(1024).shown}) {
    EXPECT_THAT(Refusal(JwtAlgorithm::kRs256, bad), HasSubstr("a public key of RSA in PEM")) << bad;
  }
  for (const std::string& bad :
       {std::string(), ec.secret, rsa.shown, MakeEcKeys("P-384").shown, MakeEcKeys("secp256k1").shown}) {
    EXPECT_THAT(Refusal(JwtAlgorithm::kEs256, bad), HasSubstr("a public key of the curve P-256")) << bad;
  }
}

}  // namespace
}  // namespace waystone
