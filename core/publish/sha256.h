// SHA-256, by which published objects are named.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

// 64 lower-case hex digits: of bytes; of a whole file. NotFound or Unavailable naming the file if it cannot be read.
std::string Sha256Hex(std::string_view bytes);
absl::StatusOr<std::string> Sha256OfFile(const std::string& path);
// Whether the text is what Sha256Hex might return.
bool IsSha256Hex(std::string_view text);

}  // namespace waystone
