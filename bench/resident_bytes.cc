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

}  // namespace waystone
