// Map ids and the file names made from them.
#pragma once

#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace waystone {

// Valid UTF-8 of at most max_bytes without control characters (U+0000-001F, U+007F-009F).
bool IsPlainText(std::string_view text, size_t max_bytes);

// The rules of a map id: UTF-8, 1-128 bytes, no '/' and no control characters. InvalidArgument otherwise.
absl::Status CheckMapId(std::string_view map_id);

// The package's file name for a map id: bytes outside [A-Za-z0-9._-], and a dot at the beginning, as %XX,
// plus ".waymap". A name that would pass 200 bytes is cut there and ends in '~' and a hash of the id.
// Different ids have different names. REQUIRES: CheckMapId(map_id) holds.
std::string PackageFileName(std::string_view map_id);

}  // namespace waystone
