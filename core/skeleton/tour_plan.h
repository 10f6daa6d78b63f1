// How one walk is found.
#pragma once

#include <cstdint>

#include "core/base/deadline.h"

namespace waystone {

enum class WalkOrder : uint8_t {
  kBreadthFirst = 1,  // the nearest unvisited in hops, ties to the lowest id: the seed's (S0.9)
  kDepthFirst = 2,    // to the end of a branch before the next
  kPocketFirst = 3,   // the smallest pocket of unvisited key points first
  kShortest = 4,      // the shortest found within the budget
};

struct TourPlan {
  WalkOrder order = WalkOrder::kShortest;
  uint32_t enough = 0;    // wanted nodes that may be left
  bool is_round = false;  // ending near the start is better
  bool is_timed = false;  // kShortest continues until the budget ends
  double bound_m = 0;     // [m] or until the walk with its path back is this short: a proven bound
  Deadline budget;
  Deadline deadline;  // which the little that may take longer than the budget keeps to
};

}  // namespace waystone
