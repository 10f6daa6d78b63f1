#include "samples/generator/file_output.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "absl/strings/str_cat.h"

namespace waystone::samples {

absl::Status MakeFolder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return absl::InternalError(absl::StrCat(path, ": cannot make the folder: ", error.message()));
  return absl::OkStatus();
}

absl::Status WriteFile(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return absl::InternalError(absl::StrCat(path, ": cannot be written"));
  return absl::OkStatus();
}

std::string MetresText(int64_t mm) {
  const uint64_t size = static_cast<uint64_t>(mm < 0 ? -mm : mm);
  const std::string thousandths = std::to_string(1000 + size % 1000);  // "1ddd"
  return absl::StrCat(mm < 0 ? "-" : "", size / 1000, ".", thousandths.substr(1));
}

}  // namespace waystone::samples
