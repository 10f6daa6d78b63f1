#include "server/net/tls_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "tests/support/temp_folder.h"
#include "tests/support/test_certificates.h"

namespace waystone {
namespace {

using ::testing::HasSubstr;

class TlsFilesTest : public testing::Test {
 protected:
  TlsFilesTest() { Write(authority_.Issue({"localhost"})); }

  void Write(const TestCertificate& issued) {
    Write(paths_.certificate, issued.certificate);
    Write(paths_.key, issued.key);
  }
  static void Write(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  std::string Refusal() {
    const auto read = TlsFiles::Read(paths_);
    EXPECT_FALSE(read.ok());
    return std::string(read.status().message());
  }

  TempFolder folder_;
  TestAuthority authority_;
  TlsPaths paths_{folder_.File("cert.pem"), folder_.File("key.pem"), ""};
};

TEST_F(TlsFilesTest, APairIsTaken) {
  const auto files = TlsFiles::Read(paths_);
  ASSERT_TRUE(files.ok()) << files.status();
  EXPECT_GT((*files)->ExpiresAt_s(), 0);
  EXPECT_FALSE(*(*files)->LookAgain());
}

TEST_F(TlsFilesTest, WhatCannotServeIsRefusedByName) {
  const TestCertificate good = authority_.Issue({"localhost"});
  Write(good);
  Write(paths_.key, authority_.Issue({"localhost"}).key);
  EXPECT_THAT(Refusal(), HasSubstr("key.pem\": is not the key of the certificate"));
  Write(paths_.key, "no key");
  EXPECT_THAT(Refusal(), HasSubstr("key.pem\": has no private key"));
  Write(good);
  Write(paths_.certificate, "no certificate");
  EXPECT_THAT(Refusal(), HasSubstr("cert.pem\": has no certificate"));
  Write(paths_.certificate, good.certificate + good.certificate.substr(0, good.certificate.size() / 2));
  EXPECT_THAT(Refusal(), HasSubstr("cert.pem\": has a certificate that is not whole"));
  Write(authority_.Issue({"localhost"}, -7200, -3600));
  EXPECT_THAT(Refusal(), HasSubstr("whose time is over"));
  Write(authority_.Issue({"localhost"}, 3600, 7200));
  EXPECT_THAT(Refusal(), HasSubstr("whose time has not come"));
  Write(good);
  paths_.client_ca = folder_.File("ca.pem");
  EXPECT_THAT(Refusal(), HasSubstr("ca.pem"));
  Write(paths_.client_ca, "nothing");
  EXPECT_THAT(Refusal(), HasSubstr("ca.pem\": has no certificate"));
  Write(paths_.client_ca, authority_.certificate());
  EXPECT_TRUE(TlsFiles::Read(paths_).ok());
  Write(paths_.certificate, std::string(3 << 20, 'x'));
  EXPECT_THAT(Refusal(), HasSubstr("has more than"));
}

// OpenSSL would refuse every handshake with these.
TEST_F(TlsFilesTest, WhatIsTooWeakForOpensslIsRefused) {
  const auto files = TlsFiles::Read(paths_);
  ASSERT_TRUE(files.ok()) << files.status();
  for (const TestCertificate& weak :
       {authority_.IssueRsa("localhost", 1024), authority_.IssueRsa("localhost", 512),
        authority_.IssueOfCurve("localhost", "secp112r1")}) {
    Write(weak);
    EXPECT_THAT(
        (*files)->LookAgain().status().message(),
        HasSubstr("cert.pem\": has a certificate or a key that OpenSSL does not take: ee key too small"));
    EXPECT_THAT(Refusal(), HasSubstr("ee key too small"));
  }
  const TestCertificate good = authority_.IssueRsa("localhost", 2048);
  const TestCertificate weak = authority_.IssueRsa("localhost", 1024);
  Write(good);
  EXPECT_TRUE(TlsFiles::Read(paths_).ok());
  Write(paths_.certificate, good.certificate + weak.certificate);
  EXPECT_THAT(Refusal(), HasSubstr("cert.pem\": has a certificate or a key that OpenSSL does not take"));
  Write(paths_.certificate, good.certificate + authority_.certificate());
  EXPECT_TRUE(TlsFiles::Read(paths_).ok());
  paths_.client_ca = folder_.File("ca.pem");
  Write(paths_.client_ca, authority_.certificate() + weak.certificate);
  EXPECT_THAT(Refusal(), HasSubstr("ca.pem\": has a certificate or a key that OpenSSL does not take"));
}

TEST_F(TlsFilesTest, AHalfReplacedPairIsRefusedOnceAndTakenWhenWhole) {
  const auto files = TlsFiles::Read(paths_);
  ASSERT_TRUE(files.ok());
  const TestCertificate fresh = authority_.Issue({"localhost"}, -3600, 999'999);
  const int64_t before_s = (*files)->ExpiresAt_s();
  Write(paths_.certificate, fresh.certificate);
  EXPECT_THAT((*files)->LookAgain().status().message(), HasSubstr("is not the key"));
  EXPECT_FALSE(*(*files)->LookAgain()) << "told already";
  EXPECT_EQ((*files)->ExpiresAt_s(), before_s);
  Write(paths_.key, fresh.key);
  EXPECT_TRUE(*(*files)->LookAgain());
  EXPECT_GT((*files)->ExpiresAt_s(), before_s);
  EXPECT_FALSE(*(*files)->LookAgain());
}

TEST_F(TlsFilesTest, AFileThatIsGoneForAWhileChangesNothing) {
  const auto files = TlsFiles::Read(paths_);
  ASSERT_TRUE(files.ok());
  std::remove(paths_.key.c_str());
  EXPECT_THAT((*files)->LookAgain().status().message(), HasSubstr("key.pem"));
  EXPECT_FALSE(*(*files)->LookAgain()) << "told already";
  Write(authority_.Issue({"localhost"}));
  EXPECT_TRUE(*(*files)->LookAgain());
}

}  // namespace
}  // namespace waystone
