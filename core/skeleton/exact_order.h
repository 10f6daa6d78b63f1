// The shortest order of a few stops.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/order_search.h"

namespace waystone {

// The greatest number of stops that ShortestOrder takes.
inline constexpr uint32_t kMostExactStops = 14;

// The shortest order of all stops; the first and the last stay in place. Among equals, the first by number.
// Dynamic programming over sets (Held and Karp 1962), O(2^n n^2). REQUIRES: 2 to kMostExactStops stops.
std::vector<uint32_t> ShortestOrder(const StopDistances& distances);

}  // namespace waystone
