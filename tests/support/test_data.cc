#include "tests/support/test_data.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/base/check.h"

namespace waystone {

std::optional<std::string> TestDataPath(std::string_view relative_path) {
  const char* from_environment = std::getenv("WAYSTONE_TEST_DATA");
  const std::filesystem::path root =
      from_environment != nullptr ? from_environment : WAYSTONE_SOURCE_DIR "/../shared/data";
  const std::filesystem::path path = root / relative_path;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  return path.string();
}

std::string ReadTestFile(const std::string& path) {
  const bool compressed = path.ends_with(".xz");
  FILE* file = compressed ? popen(("xz -dc '" + path + "'").c_str(), "r") : std::fopen(path.c_str(), "rb");
  WS_CHECK(file != nullptr);
  std::string content;
  std::array<char, 65536> buffer;
  for (size_t n = 0; (n = std::fread(buffer.data(), 1, buffer.size(), file)) > 0;)
    content.append(buffer.data(), n);
  const bool whole = std::ferror(file) == 0;
  const int closed = compressed ? pclose(file) : std::fclose(file);
  WS_CHECK(whole && closed == 0);
  return content;
}

}  // namespace waystone
