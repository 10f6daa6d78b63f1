// A loop over independent items on several threads. Results must go to per-item slots, so that the outcome
// does not depend on the thread count.
#pragma once

#include <cstddef>
#include <functional>

namespace waystone {

// Calls body(i) once for every i in [0, count), on up to `thread_count` threads (0 = one per core), and
// returns when all are done. Items are handed out in increasing order. `stop`, if given, is called before
// each item; once it returns true no further items start. The body must not throw.
void ParallelFor(size_t count, int thread_count, const std::function<void(size_t)>& body,
                 const std::function<bool()>& stop = nullptr);

}  // namespace waystone
