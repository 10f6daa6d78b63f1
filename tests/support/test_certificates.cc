#include "tests/support/test_certificates.h"

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <random>

#include "core/base/check.h"

namespace waystone {
namespace {

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using KeyPtr = std::unique_ptr<EVP_PKEY, Free>;
using CertificatePtr = std::unique_ptr<X509, Free>;

template <typename Write>
std::string ToPem(const Write& write) {
  const std::unique_ptr<BIO, Free> bio(BIO_new(BIO_s_mem()));
  WS_CHECK(write(bio.get()) == 1);
  char* text = nullptr;
  const auto size = BIO_get_mem_data(bio.get(), &text);
  return {text, static_cast<size_t>(size)};
}

std::string PemOf(X509* certificate) {
  return ToPem([&](BIO* bio) { return PEM_write_bio_X509(bio, certificate); });
}
std::string PemOf(EVP_PKEY* key) {
  return ToPem([&](BIO* bio) {
    return PEM_write_bio_PKCS8PrivateKey(bio, key, nullptr, nullptr, 0, nullptr, nullptr);
  });
}
std::string PublicPemOf(EVP_PKEY* key) {
  return ToPem([&](BIO* bio) { return PEM_write_bio_PUBKEY(bio, key); });
}

void AddExtension(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  WS_CHECK(extension != nullptr);
  X509_add_ext(certificate, extension, -1);
  X509_EXTENSION_free(extension);
}

CertificatePtr Begin(const std::string& name, EVP_PKEY* key, int64_t from_s, int64_t to_s) {
  CertificatePtr certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  std::random_device device;
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate.get()), device());
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), from_s);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), to_s);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_UTF8,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  X509_set_pubkey(certificate.get(), key);
  return certificate;
}

}  // namespace

struct TestAuthority::Key {
  KeyPtr key;
  CertificatePtr certificate;

  TestCertificate Issue(EVP_PKEY* of, const std::vector<std::string>& names, int64_t from_s,
                        int64_t to_s) const;
};

TestAuthority::TestAuthority() : key_(std::make_unique<Key>()) {
  key_->key.reset(EVP_EC_gen("P-256"));
  key_->certificate = Begin("test authority", key_->key.get(), -3600, 86400);
  X509* const own = key_->certificate.get();
  X509_set_issuer_name(own, X509_get_subject_name(own));
  AddExtension(own, NID_basic_constraints, "critical,CA:TRUE");
  WS_CHECK(X509_sign(own, key_->key.get(), EVP_sha256()) > 0);
  certificate_ = PemOf(own);
}
TestAuthority::~TestAuthority() = default;

TestCertificate TestAuthority::Issue(const std::vector<std::string>& names, int64_t from_s,
                                     int64_t to_s) const {
  const KeyPtr key(EVP_EC_gen("P-256"));
  return key_->Issue(key.get(), names, from_s, to_s);
}
TestCertificate TestAuthority::IssueRsa(const std::string& name, unsigned bits) const {
  const KeyPtr key(EVP_RSA_gen(bits));
  return key_->Issue(key.get(), {name}, -3600, 86400);
}
TestCertificate TestAuthority::IssueOfCurve(const std::string& name, const char* curve) const {
  const KeyPtr key(EVP_EC_gen(curve));
  return key_->Issue(key.get(), {name}, -3600, 86400);
}

TestCertificate TestAuthority::Key::Issue(EVP_PKEY* of, const std::vector<std::string>& names, int64_t from_s,
                                          int64_t to_s) const {
  const CertificatePtr issued = Begin(names.front(), of, from_s, to_s);
  X509_set_issuer_name(issued.get(), X509_get_subject_name(certificate.get()));
  std::string alternatives = "IP:127.0.0.1";
  for (const std::string& name : names) alternatives += ",DNS:" + name;
  AddExtension(issued.get(), NID_subject_alt_name, alternatives);
  WS_CHECK(X509_sign(issued.get(), key.get(), EVP_sha256()) > 0);
  return {PemOf(issued.get()), PemOf(of)};
}

TestKeyPair MakeRsaKeys(unsigned bits) {
  const KeyPtr key(EVP_RSA_gen(bits));
  return {PemOf(key.get()), PublicPemOf(key.get())};
}

TestKeyPair MakeEcKeys(const char* curve) {
  const KeyPtr key(EVP_EC_gen(curve));
  return {PemOf(key.get()), PublicPemOf(key.get())};
}

}  // namespace waystone
