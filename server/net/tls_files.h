// The server's certificate and key, and whom it takes as clients, from files that may be replaced while it runs.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "grpcpp/security/server_credentials.h"

namespace waystone {

struct TlsPaths {
  std::string certificate;  // PEM: the server's certificate, followed by those between it and the root
  std::string key;          // PEM, not encrypted
  std::string client_ca;    // PEM: clients need a certificate of one of these; empty: clients need none

  bool IsGiven() const { return !certificate.empty(); }
};

// Thread-safe.
class TlsFiles {
 public:
  // InvalidArgument or NotFound, naming the file, if one cannot be read, is not PEM, the key is not the certificate's, one
  // is too weak for OpenSSL, or the certificate's time is over or has not come.
  static absl::StatusOr<std::unique_ptr<TlsFiles>> Read(const TlsPaths& paths);

  // For one server. New connections get what was read last; open ones stay as they are. This must outlive them.
  std::shared_ptr<grpc::ServerCredentials> MakeCredentials() const;

  // Reads the files anew. Whether they had changed; an error as Read, once for each change, leaves what there was. One
  // thread.
  absl::StatusOr<bool> LookAgain();

  // When the certificate's time is over, in seconds since 1970.
  int64_t ExpiresAt_s() const;

 private:
  struct Pem {
    std::string certificate;
    std::string key;
    std::string client_ca;
    int64_t expires_at_s = 0;

    bool HasSameFiles(const Pem& other) const {
      return certificate == other.certificate && key == other.key && client_ca == other.client_ca;
    }
  };
  class Credentials;

  TlsFiles(TlsPaths paths, std::shared_ptr<const Pem> pem)
      : paths_(std::move(paths)), current_(std::move(pem)) {}
  static absl::StatusOr<Pem> ReadFiles(const TlsPaths& paths);
  static absl::Status Check(const TlsPaths& paths, Pem& pem);
  std::shared_ptr<const Pem> current() const;

  const TlsPaths paths_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Pem> current_;
  Pem refused_;              // of LookAgain's thread: what it refused last
  absl::Status unreadable_;  // likewise: why it could not read
};

}  // namespace waystone
