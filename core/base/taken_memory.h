// How much memory a thread has taken: counted by who hands memory out, read by who limits it.
#pragma once

#include <atomic>
#include <cstdint>

namespace waystone {

// [bytes] Taken by this thread and not given back; what another thread gives back counts for that one. Where nobody counts
// it stays as it is. Only its thread writes it. O(1).
const std::atomic<int64_t>& TakenMemory();
void CountTaken(int64_t bytes);

// While it lives, `look` is called each time that this thread has taken a further kStep_bytes; it may take memory itself. Not
// nested. Ends on the thread that it began on.
class TakenMemoryWatch {
 public:
  static constexpr int64_t kStep_bytes = 1 << 20;
  using Look = void (*)(void* context);

  TakenMemoryWatch(Look look, void* context);
  ~TakenMemoryWatch();
  TakenMemoryWatch(const TakenMemoryWatch&) = delete;
  TakenMemoryWatch& operator=(const TakenMemoryWatch&) = delete;
};

// While it lives, nothing that its thread takes or gives back is counted: it belongs to all, as what is loaded for a call
// does. May be nested. Ends on the thread that it began on.
class UncountedMemory {
 public:
  UncountedMemory();
  ~UncountedMemory();
  UncountedMemory(const UncountedMemory&) = delete;
  UncountedMemory& operator=(const UncountedMemory&) = delete;
};

}  // namespace waystone
