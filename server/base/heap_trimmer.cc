#include "server/base/heap_trimmer.h"

#include <malloc.h>

#include <algorithm>

namespace waystone {

namespace {

constexpr uint64_t kWorthIt_bytes = 32'000'000;

uint64_t FreeBytes() { return mallinfo2().fordblks; }

}  // namespace

bool HeapTrimmer::Look() {
  const uint64_t free_bytes = FreeBytes();
  if (free_bytes < known_free_bytes_ + kWorthIt_bytes) {
    known_free_bytes_ = std::min(known_free_bytes_, free_bytes);
    return false;
  }
  malloc_trim(0);
  known_free_bytes_ = FreeBytes();  // pages given back count as free, too
  return true;
}

}  // namespace waystone
