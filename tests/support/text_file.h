// Whole files as text.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

namespace waystone {

inline void WriteFile(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// At once: readers have the old file or the new one.
inline void ReplaceFile(const std::string& path, std::string_view text) {
  WriteFile(path + ".new", text);
  std::filesystem::rename(path + ".new", path);
}

inline std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace waystone
