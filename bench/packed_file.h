// Files that may be compressed.
#pragma once

#include <string>

#include "absl/status/statusor.h"

namespace waystone {

// The bytes of a file, decompressed if its name ends in ".xz". NotFound if it cannot be opened;
// InvalidArgument if it is damaged or larger than 256 MiB decompressed; both name the file.
absl::StatusOr<std::string> ReadPacked(const std::string& path);

}  // namespace waystone
