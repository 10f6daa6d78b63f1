// Lengths in ascending order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/deadline.h"

namespace waystone {

// The indices of the lengths, by length, then by index. REQUIRES: none is negative or NaN. Sorts by buckets
// of their bits, which ascend as the lengths do: O(n). Empty if the deadline passes first.
std::vector<uint32_t> AscendingOrder(std::span<const float> lengths, const Deadline& deadline = {});

}  // namespace waystone
