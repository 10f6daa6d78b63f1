// Gives freed memory back to the system.
#pragma once

#include <cstdint>

namespace waystone {

// After a burst the C library keeps what was freed: by threads that may never run again, and between blocks in use. Look()
// gives it back once so much more is free than last time. Now and then, one thread. Some milliseconds where it gives back.
class HeapTrimmer {
 public:
  // Whether it gave back.
  bool Look();

 private:
  uint64_t known_free_bytes_ = 0;  // that could not be given back, or were not worth it
};

}  // namespace waystone
