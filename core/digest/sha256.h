// SHA-256: it identifies the sources of a bake, and names published objects.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

struct evp_md_ctx_st;  // OpenSSL's

namespace waystone {

// Of bytes that come piece by piece. One owner, one thread.
class Sha256Digest {
 public:
  Sha256Digest();
  void Add(std::string_view bytes);
  // 64 lower-case hex digits. Ends the digest: nothing may be added any more.
  std::string Hex();

 private:
  struct Free {
    void operator()(evp_md_ctx_st* context) const;
  };
  std::unique_ptr<evp_md_ctx_st, Free> context_;
};

// 64 lower-case hex digits: of bytes; of a whole file. NotFound or Unavailable naming the file if it cannot be read.
std::string Sha256Hex(std::string_view bytes);
absl::StatusOr<std::string> Sha256OfFile(const std::string& path);
// Whether the text is what Sha256Hex might return.
bool IsSha256Hex(std::string_view text);

}  // namespace waystone
