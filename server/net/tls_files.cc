#include "server/net/tls_files.h"

#include <grpc/grpc.h>
#include <grpc/grpc_security.h>
#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>
#include <utility>

#include "core/base/quoted.h"
#include "core/base/small_file.h"
#include "core/base/status_macros.h"
#include "core/base/str_cat.h"

namespace waystone {

namespace {

constexpr size_t kMaxPemBytes = 1 << 20;

struct Free {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(X509* certificate) const { X509_free(certificate); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
using Certificate = std::unique_ptr<X509, Free>;
using Key = std::unique_ptr<EVP_PKEY, Free>;
using TlsContext = std::unique_ptr<SSL_CTX, Free>;

std::unique_ptr<BIO, Free> Over(const std::string& pem) {
  return std::unique_ptr<BIO, Free>(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
}

absl::Status Invalid(const std::string& path, std::string_view rule) {
  ERR_clear_error();
  return absl::InvalidArgumentError(StrCat(Quoted(path), ": ", rule));
}

// The first certificate of a file all of whose certificates can be read.
absl::StatusOr<Certificate> ReadCertificates(const std::string& path, const std::string& pem) {
  const auto bio = Over(pem);
  Certificate first(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (first == nullptr) return Invalid(path, "has no certificate in PEM");
  while (Certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr)) != nullptr) {
  }
  const bool is_at_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
  if (!is_at_end) return Invalid(path, "has a certificate that is not whole");
  ERR_clear_error();
  return first;
}

absl::StatusOr<int64_t> SecondsSince1970(const std::string& path, const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return Invalid(path, "has a certificate without a time");
  return static_cast<int64_t>(timegm(&parts));
}

absl::Status NotTaken(const std::string& path) {
  const char* const why = ERR_reason_error_string(ERR_peek_last_error());
  return Invalid(path, StrCat("has a certificate or a key that OpenSSL does not take: ",
                              why == nullptr ? "it does not say why" : why));
}

// Adds the certificates of a file: those behind the server's own if there is one, or authorities.
absl::Status AddCertificates(SSL_CTX* context, const std::string& path, BIO* bio) {
  while (const Certificate next{PEM_read_bio_X509(bio, nullptr, nullptr, nullptr)}) {
    if (SSL_CTX_add1_chain_cert(context, next.get()) != 1) return NotTaken(path);
  }
  ERR_clear_error();
  return absl::OkStatus();
}

// Handshakes are by the security level of OpenSSL: what is too weak for it is refused here, and not at each connection.
absl::Status CheckStrength(const TlsPaths& paths, const std::string& certificate,
                           const std::string& client_ca, EVP_PKEY* key) {
  const TlsContext context(SSL_CTX_new(TLS_server_method()));
  const auto bio = Over(certificate);
  const Certificate own(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
  if (SSL_CTX_use_certificate(context.get(), own.get()) != 1) return NotTaken(paths.certificate);
  WS_RETURN_IF_ERROR(AddCertificates(context.get(), paths.certificate, bio.get()));
  if (SSL_CTX_use_PrivateKey(context.get(), key) != 1) return NotTaken(paths.key);
  const TlsContext of_clients(SSL_CTX_new(TLS_server_method()));
  return AddCertificates(of_clients.get(), paths.client_ca, Over(client_ca).get());
}

// An encrypted key would be asked for on the terminal.
int NoPassphrase(char* /*buffer*/, int /*size*/, int /*is_writing*/, void* /*data*/) { return -1; }

}  // namespace

// gRPC asks it for what to use at each new connection.
class TlsFiles::Credentials final : public grpc::ServerCredentials {
 public:
  explicit Credentials(const TlsFiles& files) : files_(files) {
    const auto request = files.paths_.client_ca.empty()
                             ? GRPC_SSL_DONT_REQUEST_CLIENT_CERTIFICATE
                             : GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY;
    credentials_ = grpc_ssl_server_credentials_create_with_options(
        grpc_ssl_server_credentials_create_options_using_config_fetcher(request, &Credentials::Fetch, this));
  }
  ~Credentials() override { grpc_server_credentials_release(credentials_); }
  Credentials(const Credentials&) = delete;
  Credentials& operator=(const Credentials&) = delete;

  void SetAuthMetadataProcessor(const std::shared_ptr<grpc::AuthMetadataProcessor>& /*none*/) override {}

 private:
  int AddPortToServer(const std::string& address, grpc_server* server) override {
    return grpc_server_add_http2_port(server, address.c_str(), credentials_);
  }

  // On gRPC's threads, one at a time for each server.
  static grpc_ssl_certificate_config_reload_status Fetch(void* self,
                                                         grpc_ssl_server_certificate_config** config) {
    auto& credentials = *static_cast<Credentials*>(self);
    const std::shared_ptr<const Pem> pem = credentials.files_.current();
    if (pem == credentials.taken_) return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_UNCHANGED;
    const grpc_ssl_pem_key_cert_pair pair{pem->key.c_str(), pem->certificate.c_str()};
    // gRPC wants roots even if it asks clients for nothing.
    const std::string& roots = pem->client_ca.empty() ? pem->certificate : pem->client_ca;
    *config = grpc_ssl_server_certificate_config_create(roots.c_str(), &pair, 1);
    credentials.taken_ = pem;
    return GRPC_SSL_CERTIFICATE_CONFIG_RELOAD_NEW;
  }

  const TlsFiles& files_;
  grpc_server_credentials* credentials_;
  std::shared_ptr<const Pem> taken_;
};

absl::StatusOr<std::unique_ptr<TlsFiles>> TlsFiles::Read(const TlsPaths& paths) {
  WS_ASSIGN_OR_RETURN(Pem pem, ReadFiles(paths));
  WS_RETURN_IF_ERROR(Check(paths, pem));
  return std::unique_ptr<TlsFiles>(new TlsFiles(paths, std::make_shared<const Pem>(std::move(pem))));
}

std::shared_ptr<grpc::ServerCredentials> TlsFiles::MakeCredentials() const {
  return std::make_shared<Credentials>(*this);
}

absl::StatusOr<TlsFiles::Pem> TlsFiles::ReadFiles(const TlsPaths& paths) {
  Pem pem;
  WS_ASSIGN_OR_RETURN(pem.certificate, ReadSmallFile(paths.certificate, kMaxPemBytes));
  WS_ASSIGN_OR_RETURN(pem.key, ReadSmallFile(paths.key, kMaxPemBytes));
  if (!paths.client_ca.empty()) {
    WS_ASSIGN_OR_RETURN(pem.client_ca, ReadSmallFile(paths.client_ca, kMaxPemBytes));
  }
  return pem;
}

absl::Status TlsFiles::Check(const TlsPaths& paths, Pem& pem) {
  WS_ASSIGN_OR_RETURN(const Certificate certificate, ReadCertificates(paths.certificate, pem.certificate));
  const Key key(PEM_read_bio_PrivateKey(Over(pem.key).get(), nullptr, &NoPassphrase, nullptr));
  if (key == nullptr) return Invalid(paths.key, "has no private key in PEM without a passphrase");
  if (X509_check_private_key(certificate.get(), key.get()) != 1) {
    return Invalid(paths.key, StrCat("is not the key of the certificate ", Quoted(paths.certificate)));
  }
  if (X509_cmp_current_time(X509_get0_notBefore(certificate.get())) > 0) {
    return Invalid(paths.certificate, "has a certificate whose time has not come");
  }
  if (X509_cmp_current_time(X509_get0_notAfter(certificate.get())) <= 0) {
    return Invalid(paths.certificate, "has a certificate whose time is over");
  }
  WS_ASSIGN_OR_RETURN(pem.expires_at_s,
                      SecondsSince1970(paths.certificate, X509_get0_notAfter(certificate.get())));
  if (!paths.client_ca.empty()) {
    WS_RETURN_IF_ERROR(ReadCertificates(paths.client_ca, pem.client_ca).status());
  }
  return CheckStrength(paths, pem.certificate, pem.client_ca, key.get());
}

std::shared_ptr<const TlsFiles::Pem> TlsFiles::current() const {
  const std::lock_guard lock(mutex_);
  return current_;
}

int64_t TlsFiles::ExpiresAt_s() const { return current()->expires_at_s; }

absl::StatusOr<bool> TlsFiles::LookAgain() {
  absl::StatusOr<Pem> read = ReadFiles(paths_);
  if (!read.ok()) {
    if (std::exchange(unreadable_, read.status()) == read.status()) return false;
    return read.status();
  }
  unreadable_ = absl::OkStatus();
  if (read->HasSameFiles(*current())) {
    refused_ = {};
    return false;
  }
  if (read->HasSameFiles(refused_)) return false;
  const absl::Status status = Check(paths_, *read);
  if (!status.ok()) {
    refused_ = *std::move(read);
    return status;
  }
  refused_ = {};
  const std::lock_guard lock(mutex_);
  current_ = std::make_shared<const Pem>(*std::move(read));
  return true;
}

}  // namespace waystone
