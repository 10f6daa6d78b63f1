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
TestKeyPair MakeRsaKeys();
TestKeyPair MakeEcKeys();

}  // namespace waystone
