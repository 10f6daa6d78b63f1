#include "bake/import/source_digest.h"

#include <openssl/evp.h>

#include <array>
#include <utility>

#include "absl/strings/escaping.h"
#include "bake/import/source_file.h"
#include "core/base/check.h"
#include "core/base/status_macros.h"

namespace waystone {

struct SourceDigest::Context {
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> md{EVP_MD_CTX_new(), &EVP_MD_CTX_free};
};

SourceDigest::SourceDigest() : context_(std::make_unique<Context>()) {
  WS_CHECK(context_->md != nullptr && EVP_DigestInit_ex(context_->md.get(), EVP_sha256(), nullptr) == 1);
}

SourceDigest::~SourceDigest() = default;

void SourceDigest::Add(std::string_view bytes) {
  WS_CHECK(EVP_DigestUpdate(context_->md.get(), bytes.data(), bytes.size()) == 1);
  size_bytes_ += bytes.size();
}

void SourceDigest::AddFile(std::string name, std::string_view bytes) {
  Add(bytes);
  files_.push_back(std::move(name));
}

absl::StatusOr<std::string> SourceDigest::ReadFile(const std::string& path) {
  WS_ASSIGN_OR_RETURN(std::string bytes, ReadSourceFile(path));
  AddFile(FileName(path), bytes);
  return bytes;
}

std::string SourceDigest::Hex() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  WS_CHECK(EVP_DigestFinal_ex(context_->md.get(), digest.data(), &size) == 1);
  return absl::BytesToHexString(absl::string_view(reinterpret_cast<const char*>(digest.data()), size));
}

}  // namespace waystone
