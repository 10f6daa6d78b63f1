// The Hilbert curve: an order in which places near each other come near each other.
#pragma once

#include <cstdint>

namespace waystone {

// Position along the curve of the cell (x, z) of a 2^16 x 2^16 grid. Hilbert 1891; the loop over bits is the
// usual one (Warren, Hacker's Delight, 2nd ed., 16-1).
constexpr uint32_t HilbertIndex(uint32_t x, uint32_t z) {
  uint32_t index = 0;
  for (uint32_t s = 1U << 15; s > 0; s >>= 1) {
    const uint32_t rx = (x & s) != 0 ? 1 : 0;
    const uint32_t rz = (z & s) != 0 ? 1 : 0;
    index = index << 2 | ((3 * rx) ^ rz);
    if (rz == 0) {
      if (rx == 1) {
        x = 0xffffU - x;
        z = 0xffffU - z;
      }
      const uint32_t swapped = x;
      x = z;
      z = swapped;
    }
  }
  return index;
}

}  // namespace waystone
