#include "core/base/taken_memory.h"

namespace waystone {

namespace {

// Trivial, so that it may be used at any time of a thread.
thread_local std::atomic<int64_t> taken_bytes{0};
thread_local int uncounted_depth = 0;

}  // namespace

const std::atomic<int64_t>& TakenMemory() { return taken_bytes; }

void CountTaken(int64_t bytes) {
  if (uncounted_depth > 0) return;
  taken_bytes.store(taken_bytes.load(std::memory_order_relaxed) + bytes, std::memory_order_relaxed);
}

UncountedMemory::UncountedMemory() { ++uncounted_depth; }
UncountedMemory::~UncountedMemory() { --uncounted_depth; }

}  // namespace waystone
