// The time short work takes.
#pragma once

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>

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

// [us] The least of `repeats` [1-] runs of work(), by the same clocks: other work on the machine only adds.
template <typename Work>
double LeastMicrosecondsOf(uint32_t repeats, const Work& work) {
  double least_us = MicrosecondsOf(work);
  for (uint32_t i = 1; i < repeats; ++i) least_us = std::min(least_us, MicrosecondsOf(work));
  return least_us;
}
template <typename Work>
double LeastCpuMicrosecondsOf(uint32_t repeats, const Work& work) {
  double least_us = CpuMicrosecondsOf(work);
  for (uint32_t i = 1; i < repeats; ++i) least_us = std::min(least_us, CpuMicrosecondsOf(work));
  return least_us;
}

}  // namespace waystone
