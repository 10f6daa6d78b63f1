// Reads the files of a source, and nothing but files of sane size.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/map/printable.h"

namespace waystone {

inline constexpr uint64_t kMaxSourceBytes = uint64_t{4} << 30;

// The whole file. NotFound or InvalidArgument if it does not exist, is not a regular file, is empty, above
// kMaxSourceBytes or cannot be read; the message begins with the path.
absl::StatusOr<std::string> ReadSourceFile(const std::string& path);

// InvalidArgument if a file that a source refers to is not a plain relative path inside the source's folder:
// empty, absolute, with a "..", a backslash, a control character or a URL scheme.
absl::Status CheckReferencedPath(std::string_view path);

// The status, its message after the file's path. A status that names a file already stays as it is.
absl::Status InFile(const std::string& path, const absl::Status& status);

// The file's name without folders.
std::string FileName(const std::string& path);

// The lower-case extension of the file's name without its dot; "" if it has none.
std::string SourceExtension(const std::string& path);

}  // namespace waystone
