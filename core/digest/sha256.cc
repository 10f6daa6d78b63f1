#include "core/digest/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "core/base/check.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kHexDigits = 64;

}  // namespace

void Sha256Digest::Free::operator()(evp_md_ctx_st* context) const { EVP_MD_CTX_free(context); }

Sha256Digest::Sha256Digest() : context_(EVP_MD_CTX_new()) {
  WS_CHECK(context_ != nullptr && EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1);
}

void Sha256Digest::Add(std::string_view bytes) {
  WS_CHECK(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()) == 1);
}

std::string Sha256Digest::Hex() {
  std::string digest(EVP_MAX_MD_SIZE, '\0');
  unsigned int size = 0;
  WS_CHECK(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), &size) == 1);
  return absl::BytesToHexString(digest.substr(0, size));
}

std::string Sha256Hex(std::string_view bytes) {
  Sha256Digest hash;
  hash.Add(bytes);
  return hash.Hex();
}

absl::StatusOr<std::string> Sha256OfFile(const std::string& path) {
  constexpr size_t kPieceBytes = 1 << 18;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return absl::ErrnoToStatus(errno, StrCat(path, ": open"));
  const absl::Cleanup close_file = [file] { ::close(file); };
  Sha256Digest hash;
  std::vector<char> piece(kPieceBytes);
  for (;;) {
    const ssize_t size = ::read(file, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return absl::UnavailableError(StrCat(path, ": cannot be read (errno ", errno, ")"));
    if (size == 0) return hash.Hex();
    hash.Add({piece.data(), static_cast<size_t>(size)});
  }
}

bool IsSha256Hex(std::string_view text) {
  return text.size() == kHexDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace waystone
