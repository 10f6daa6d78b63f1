#include "core/base/taken_memory.h"

#include <limits>

namespace waystone {

namespace {

// Trivial, so that it may be used at any time of a thread.
thread_local std::atomic<int64_t> taken_bytes{0};
thread_local int uncounted_depth = 0;

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();
thread_local int64_t next_look_bytes = kNever;
thread_local TakenMemoryWatch::Look watch_look = nullptr;
thread_local void* watch_context = nullptr;

void LookAtTaken() {
  next_look_bytes = kNever;  // it may take memory
  watch_look(watch_context);
  next_look_bytes = taken_bytes.load(std::memory_order_relaxed) + TakenMemoryWatch::kStep_bytes;
}

}  // namespace

const std::atomic<int64_t>& TakenMemory() { return taken_bytes; }

void CountTaken(int64_t bytes) {
  if (uncounted_depth > 0) return;
  const int64_t now_bytes = taken_bytes.load(std::memory_order_relaxed) + bytes;
  taken_bytes.store(now_bytes, std::memory_order_relaxed);
  if (now_bytes >= next_look_bytes) {
    LookAtTaken();
  } else if (next_look_bytes != kNever && now_bytes < next_look_bytes - 2 * TakenMemoryWatch::kStep_bytes) {
    next_look_bytes = now_bytes + TakenMemoryWatch::kStep_bytes;  // much was given back
  }
}

TakenMemoryWatch::TakenMemoryWatch(Look look, void* context) {
  watch_look = look;
  watch_context = context;
  next_look_bytes = taken_bytes.load(std::memory_order_relaxed) + kStep_bytes;
}

TakenMemoryWatch::~TakenMemoryWatch() { next_look_bytes = kNever; }

UncountedMemory::UncountedMemory() { ++uncounted_depth; }
UncountedMemory::~UncountedMemory() { --uncounted_depth; }

}  // namespace waystone
