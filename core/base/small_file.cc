#include "core/base/small_file.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/base/quoted.h"
#include "core/base/str_cat.h"

namespace waystone {

absl::StatusOr<std::string> ReadSmallFile(const std::string& path, size_t max_bytes) {
  std::error_code error;
  const std::filesystem::file_status file_status = std::filesystem::status(path, error);
  if (std::filesystem::exists(file_status) && !std::filesystem::is_regular_file(file_status)) {
    return absl::InvalidArgumentError(StrCat(Quoted(path), ": must be a regular file"));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) return absl::NotFoundError(StrCat("cannot read ", Quoted(path)));
  std::string bytes(max_bytes + 1, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (file.bad()) return absl::NotFoundError(StrCat("cannot read ", Quoted(path)));
  bytes.resize(static_cast<size_t>(file.gcount()));
  if (bytes.size() > max_bytes) {
    return absl::InvalidArgumentError(StrCat(Quoted(path), ": has more than ", max_bytes, " bytes"));
  }
  return bytes;
}

}  // namespace waystone
