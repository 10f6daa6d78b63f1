// Wall-clock time of short work.
#pragma once

#include <chrono>

namespace waystone {

// [us] that work() took.
template <typename Work>
double MicrosecondsOf(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace waystone
