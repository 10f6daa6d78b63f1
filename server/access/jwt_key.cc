#include "server/access/jwt_key.h"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/obj_mac.h>
#include <openssl/pem.h>
#include <openssl/sha.h>

#include <array>
#include <utility>

namespace waystone {

namespace {

constexpr size_t kMinSecretBytes = 32;
constexpr int kMinRsaBits = 2048;
constexpr size_t kEcNumberBytes = 32;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

struct FreeOpenssl {
  void operator()(BIO* bio) const { BIO_free(bio); }
  void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
template <typename Of>
using Owned = std::unique_ptr<Of, FreeOpenssl>;

bool IsP256(const EVP_PKEY* key) {
  std::array<char, 32> group{};
  return EVP_PKEY_is_a(key, "EC") == 1 &&
         EVP_PKEY_get_group_name(key, group.data(), group.size(), nullptr) == 1 &&
         std::string_view(group.data()) == SN_X9_62_prime256v1;
}

// As OpenSSL takes it, of the two numbers that a token has one after the other. Empty: it is none.
std::string ToDer(std::string_view numbers) {
  const Owned<ECDSA_SIG> signature(ECDSA_SIG_new());
  if (numbers.size() != 2 * kEcNumberBytes) return {};
  BIGNUM* const r = BN_bin2bn(Bytes(numbers), kEcNumberBytes, nullptr);
  BIGNUM* const s = BN_bin2bn(Bytes(numbers) + kEcNumberBytes, kEcNumberBytes, nullptr);
  ECDSA_SIG_set0(signature.get(), r, s);  // which owns them now
  std::string der(static_cast<size_t>(i2d_ECDSA_SIG(signature.get(), nullptr)), '\0');
  auto* to = reinterpret_cast<unsigned char*>(der.data());
  i2d_ECDSA_SIG(signature.get(), &to);
  return der;
}

bool HasSealed(const std::string& secret, std::string_view text, std::string_view seal) {
  std::array<unsigned char, SHA256_DIGEST_LENGTH> own{};
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()), Bytes(text), text.size(), own.data(),
       nullptr);
  return seal.size() == own.size() && CRYPTO_memcmp(seal.data(), own.data(), own.size()) == 0;
}

}  // namespace

std::string_view NameOf(JwtAlgorithm algorithm) {
  constexpr std::array<std::string_view, 3> kNames = {"HS256", "RS256", "ES256"};
  return kNames[static_cast<size_t>(algorithm)];
}

absl::StatusOr<JwtKey> JwtKey::Read(std::string id, JwtAlgorithm algorithm, std::string bytes) {
  JwtKey key(std::move(id), algorithm);
  if (algorithm == JwtAlgorithm::kHs256) {
    if (bytes.size() < kMinSecretBytes) {
      return absl::InvalidArgumentError("must be a secret of 32 bytes or more");
    }
    key.secret_ = std::move(bytes);
    return key;
  }
  const Owned<BIO> bio(BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())));
  key.public_ = Owned<EVP_PKEY>(PEM_read_bio_PUBKEY(bio.get(), nullptr, nullptr, nullptr));
  ERR_clear_error();
  if (algorithm == JwtAlgorithm::kRs256) {
    const bool is_good = key.public_ != nullptr && EVP_PKEY_is_a(key.public_.get(), "RSA") == 1 &&
                         EVP_PKEY_get_bits(key.public_.get()) >= kMinRsaBits;
    if (!is_good)
      return absl::InvalidArgumentError("must be a public key of RSA in PEM, of 2048 bits or more");
  } else if (key.public_ == nullptr || !IsP256(key.public_.get())) {
    return absl::InvalidArgumentError("must be a public key of the curve P-256 in PEM");
  }
  return key;
}

bool JwtKey::HasSigned(std::string_view text, std::string_view signature) const {
  if (algorithm_ == JwtAlgorithm::kHs256) return HasSealed(secret_, text, signature);
  const std::string der = algorithm_ == JwtAlgorithm::kEs256 ? ToDer(signature) : std::string(signature);
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  const bool is_good =
      EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, public_.get()) == 1 &&
      EVP_DigestVerify(context.get(), Bytes(der), der.size(), Bytes(text), text.size()) == 1;
  ERR_clear_error();  // which gRPC's TLS on this thread would take for its own
  return is_good;
}

}  // namespace waystone
