// The time short work takes.
#pragma once

#include <time.h>

#include <chrono>

namespace waystone {

// [us] that work() took.
template <typename Work>
double MicrosecondsOf(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
}

// [us] of this thread's CPU that work() took: the same however busy the machine is. Reading this clock takes
// some 0.3 us.
template <typename Work>
double CpuMicrosecondsOf(const Work& work) {
  const auto now_us = [] {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
  };
  const double begin = now_us();
  work();
  return now_us() - begin;
}

}  // namespace waystone
