// The shortest order of a few stops.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/order_search.h"

namespace waystone {

// Stops that ShortestOrder takes at most.
inline constexpr uint32_t kMostExactStops = 14;

// All stops from the first to the last, both of which stay where they are, in the order of the least length;
// of equals the first by number. By dynamic programming over sets (Held and Karp 1962), O(2^n n^2). REQUIRES:
// 2 to kMostExactStops stops.
std::vector<uint32_t> ShortestOrder(const StopDistances& distances);

}  // namespace waystone
