#include "core/publish/sha256.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/escaping.h"
#include "core/base/check.h"
#include "core/base/str_cat.h"

namespace waystone {
namespace {

constexpr size_t kHexDigits = 64;

class Sha256 {
 public:
  Sha256() { WS_CHECK(EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) == 1); }
  void Add(const void* bytes, size_t size) { WS_CHECK(EVP_DigestUpdate(context_.get(), bytes, size) == 1); }
  std::string Hex() {
    std::string digest(EVP_MAX_MD_SIZE, '\0');
    unsigned int size = 0;
    WS_CHECK(EVP_DigestFinal_ex(context_.get(), reinterpret_cast<unsigned char*>(digest.data()), &size) == 1);
    return absl::BytesToHexString(digest.substr(0, size));
  }

 private:
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_{EVP_MD_CTX_new()};
};

}  // namespace

std::string Sha256Hex(std::string_view bytes) {
  Sha256 hash;
  hash.Add(bytes.data(), bytes.size());
  return hash.Hex();
}

absl::StatusOr<std::string> Sha256OfFile(const std::string& path) {
  constexpr size_t kPieceBytes = 1 << 18;
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return absl::ErrnoToStatus(errno, StrCat(path, ": open"));
  const absl::Cleanup close_file = [file] { ::close(file); };
  Sha256 hash;
  std::vector<char> piece(kPieceBytes);
  for (;;) {
    const ssize_t size = ::read(file, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return absl::UnavailableError(StrCat(path, ": cannot be read (errno ", errno, ")"));
    if (size == 0) return hash.Hex();
    hash.Add(piece.data(), static_cast<size_t>(size));
  }
}

bool IsSha256Hex(std::string_view text) {
  return text.size() == kHexDigits && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

}  // namespace waystone
