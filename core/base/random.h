// Seeded random numbers that are the same on every compiler and machine (std distributions are not).
#pragma once

#include <cstdint>

namespace waystone {

// SplitMix64 (Steele, Lea, Flood 2014). Not for secrets. One owner, one thread.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t NextU64() {
    uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  // Uniform in [0, 1), 53 bits.
  double NextUnit() { return static_cast<double>(NextU64() >> 11) * 0x1.0p-53; }
  // Uniform in [lo, hi).
  double NextInRange(double lo, double hi) { return lo + (hi - lo) * NextUnit(); }
  // Uniform in [0, bound). REQUIRES: bound > 0. (Lemire's multiply-shift; the bias is below 2^-32.)
  uint32_t NextBelow(uint32_t bound) {
    return static_cast<uint32_t>(((NextU64() >> 32) * static_cast<uint64_t>(bound)) >> 32);
  }

 private:
  uint64_t state_;
};

}  // namespace waystone
