// How much of a mapped file is in this process's memory.
#pragma once

#include <cstdint>
#include <string>

namespace waystone {

// [bytes] Of all mappings of a file whose path ends so, by /proc/self/smaps. The system maps some pages
// around one that is looked at, if it has them in memory, so that this is at least what was looked at.
uint64_t ResidentBytes(const std::string& path);

// [bytes] Of this process, a line of /proc/self/status: VmRSS now, VmHWM at most.
uint64_t MemoryBytes(const std::string& name);

}  // namespace waystone
