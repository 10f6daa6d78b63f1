// Certificates of an authority that lives as long as the test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace waystone {

struct TestCertificate {
  std::string certificate;  // PEM
  std::string key;          // PEM
};

class TestAuthority {
 public:
  TestAuthority();
  ~TestAuthority();

  // Its own certificate, in PEM.
  const std::string& certificate() const { return certificate_; }
  // For these DNS names, the first of which is the common name, and for 127.0.0.1; valid from so many seconds from now to so
  // many seconds from now.
  TestCertificate Issue(const std::vector<std::string>& names, int64_t from_s = -3600,
                        int64_t to_s = 86400) const;
  // The same with a key of RSA of so many bits, or of a curve that OpenSSL knows.
  TestCertificate IssueRsa(const std::string& name, unsigned bits) const;
  TestCertificate IssueOfCurve(const std::string& name, const char* curve) const;

 private:
  struct Key;
  std::unique_ptr<Key> key_;
  std::string certificate_;
};

// Keys that tokens are signed with, in PEM: a private one and its public half.
struct TestKeyPair {
  std::string secret;
  std::string shown;
};
TestKeyPair MakeRsaKeys(unsigned bits = 2048);
TestKeyPair MakeEcKeys(const char* curve = "P-256");

}  // namespace waystone
