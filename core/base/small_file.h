// Files of settings and secrets that an operator names.
#pragma once

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// The whole file. NotFound if it cannot be read, InvalidArgument if it is no regular file (a pipe would be waited for) or
// has more bytes than `max_bytes`; both name the path.
absl::StatusOr<std::string> ReadSmallFile(const std::string& path, size_t max_bytes);

}  // namespace waystone
