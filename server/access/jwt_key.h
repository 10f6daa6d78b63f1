// Keys that tokens are signed with.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "openssl/types.h"

namespace waystone {

// RFC 7518, 3.1.
enum class JwtAlgorithm : uint8_t { kHs256, kRs256, kEs256 };

// As tokens name it.
std::string_view NameOf(JwtAlgorithm algorithm);

// Read once: to read a key takes ten times as long as to verify by it. Immutable; any thread.
class JwtKey {
 public:
  // `id`: the token's "kid"; empty: of tokens without one, and of no others. `bytes`: a public key in PEM, or of HS256 the
  // secret. InvalidArgument, saying what it must be, if it is no key of the algorithm (RFC 7518, 3.2 to 3.4).
  static absl::StatusOr<JwtKey> Read(std::string id, JwtAlgorithm algorithm, std::string bytes);

  const std::string& id() const { return id_; }
  JwtAlgorithm algorithm() const { return algorithm_; }
  // Whether the key's owner signed the text. Some 20 us.
  bool HasSigned(std::string_view text, std::string_view signature) const;

 private:
  JwtKey(std::string id, JwtAlgorithm algorithm) : id_(std::move(id)), algorithm_(algorithm) {}

  std::string id_;
  JwtAlgorithm algorithm_;
  std::string secret_;                // of HS256
  std::shared_ptr<EVP_PKEY> public_;  // of others
};

}  // namespace waystone
