// Lengths in ascending order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace waystone {

// The indices of the lengths, by length and, of equals, by index. REQUIRES: none is negative or not a number.
// By buckets of their bits, which ascend as they do: O(n).
std::vector<uint32_t> AscendingOrder(std::span<const float> lengths);

}  // namespace waystone
