// Lengths in ascending order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace waystone {

// The indices of the lengths, by length, then by index. REQUIRES: none is negative or NaN. Sorts by buckets
// of their bits, which ascend as the lengths do: O(n).
std::vector<uint32_t> AscendingOrder(std::span<const float> lengths);

}  // namespace waystone
