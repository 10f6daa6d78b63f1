// How one walk is to be found.
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
  uint32_t enough = 0;    // may be left of what is wanted
  bool is_round = false;  // it is worth ending near the start
  bool is_timed = false;  // kShortest goes on until the budget ends,
  double bound_m = 0;     // [m] or the walk is no longer: none that leaves as few is, with its path back
  Deadline budget;
};

}  // namespace waystone
