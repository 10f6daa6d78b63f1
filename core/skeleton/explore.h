// ExploreSkeleton: a walk over all key points that a start can reach (S0.9, S0.10).
//
//   ExploreQuery query;
//   query.start = nearest;
//   const ExploreAnswer answer = ExploreSkeleton(skeleton, query);
//   for (const uint32_t key_point : answer.walks[0].key_points) {
//     GoTo(skeleton.Position(KeyPointId(key_point)));
//   }
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/base/deadline.h"
#include "core/skeleton/skeleton_changes.h"
#include "core/skeleton/skeleton_view.h"
#include "core/skeleton/tour_plan.h"

namespace waystone {

enum class ExploreEnd : uint8_t {
  kCovered = 1,       // the requested coverage is reached
  kSearchBudget = 2,  // the budget or the deadline ended before a covering walk was known
  kWalkLimit = 3,     // max_length_m came first
  kStranded = 4,      // the rest can no longer be reached: one-way arcs
};

struct ExploreQuery {
  KeyPointId start;
  WalkOrder order = WalkOrder::kShortest;
  double coverage = 1.0;              // [share, 0-1] of the key points that the start can reach
  std::span<const uint32_t> visited;  // key points that need not be visited; any order, may repeat
  SkeletonChanges changes;            // if they give arcs costs, these count, but for max_length_m
  // [key point] The source's ids, each once; ties go to the lowest. Empty: the key points' own ids.
  std::span<const uint32_t> source_ids;
  uint32_t walkers = 1;          // [1-64] all begin at the start; pits are assigned greedily
  bool return_to_start = false;  // if arcs allow it; the limit reserves room for the path back
  double max_length_m = std::numeric_limits<double>::infinity();  // [m] of each walker
  // Of all the rest: once it has passed, ExploreAnswer::is_late says so.
  Deadline deadline = {};
  Deadline budget;  // when kShortest stops improving, and the others stop: returns the best so far
  // How long kShortest keeps improving, within the budget, unless the walk is proven to be the shortest.
  // Zero: for a number of steps that depends only on the skeleton.
  std::chrono::nanoseconds improve_for{0};
};

struct ExploreWalk {
  std::vector<uint32_t> key_points;  // in the order walked, the start first
  // Of the skeleton and its changes, one fewer: arcs[i] leads to key_points[i + 1].
  std::vector<uint32_t> arcs;
  double length_m = 0;  // or cost
};

struct ExploreAnswer {
  bool is_late = false;            // the deadline passed: all else is of no use
  std::vector<ExploreWalk> walks;  // one per walker
  ExploreEnd end = ExploreEnd::kCovered;
  double coverage = 0;       // [share] visited, of those that the start can reach; includes `visited`
  double lower_bound_m = 0;  // [m] lower bound of the total length of walks that visit as many key points
  uint32_t reachable = 0;    // key points that the start can reach
  uint32_t unjoinable = 0;   // of these: no single walk visits them and all the others (one-way arcs)
  uint32_t cycle_rank = 0;   // independent loops among them, directions ignored
};

// A walk never uses an arc backwards. REQUIRES: `start`, `visited` are key points; walkers in range.
// Deterministic except for where the budget ends. kBreadthFirst and kPocketFirst are near-linear in the key
// points of mazes. kShortest is O(n log n) from a baked round walk (round_walk.h), and spends the remaining
// time on improving it. Even if its budget is over, it completes a walk over everything that one walk can
// join, unless it is cancelled or that takes much longer.
ExploreAnswer ExploreSkeleton(const SkeletonView& skeleton, const ExploreQuery& query);

}  // namespace waystone
