#include "bench/resident_bytes.h"

#include <fstream>

namespace waystone {

uint64_t ResidentBytes(const std::string& path) {
  std::ifstream maps("/proc/self/smaps");
  uint64_t bytes = 0;
  bool is_of_file = false;
  for (std::string line; std::getline(maps, line);) {
    const bool begins_mapping = line.find('-') < line.find(' ');
    if (begins_mapping) is_of_file = line.ends_with(path);
    if (is_of_file && line.starts_with("Rss:")) bytes += std::stoull(line.substr(4)) * 1024;
  }
  return bytes;
}

uint64_t MemoryBytes(const std::string& name) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.compare(0, name.size() + 1, name + ":") == 0)
      return std::stoull(line.substr(name.size() + 1)) * 1024;
  }
  return 0;
}

}  // namespace waystone
