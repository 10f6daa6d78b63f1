// Reads the files of a source, and nothing but files of sane size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace waystone {

inline constexpr uint64_t kMaxSourceBytes = uint64_t{4} << 30;

// The whole file. NotFound, InvalidArgument or PermissionDenied where it does not exist, is not a regular
// file, is empty, above kMaxSourceBytes or cannot be read; the message begins with the path.
absl::StatusOr<std::string> ReadSourceFile(const std::string& path);

// A name from a source, fit for one line of a message: control characters and broken UTF-8 escaped, cut at 80
// bytes.
std::string Printable(std::string_view name);

// The lower-case extension of the file's name without its dot; "" where it has none.
std::string SourceExtension(const std::string& path);

}  // namespace waystone
