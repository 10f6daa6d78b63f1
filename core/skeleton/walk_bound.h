// Lower bounds of walks over key points.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

struct WalkBoundQuery {
  const std::vector<uint8_t>* known = nullptr;  // [node] 1 if no visit is needed; the start never needs one
  uint32_t visits = 0;                          // of other nodes, by all walkers together
  uint32_t walkers = 1;
  bool is_round = false;  // every walker comes back to the start
  // ConnectedBound may take this long as well: it is the strongest bound on open ground and takes some 0.5 s
  // on large graphs; zero: it is not used.
  std::chrono::nanoseconds thorough_for{0};
  Deadline deadline;  // of ConnectedBound
};

// [m] Lower bound of the total length of walks from the graph's start that visit that many of the nodes not
// known. Proof: all their edges together join the visited nodes to the known ones, and the walks cross each
// arc whose loss would part the two (a bridge) twice, except on the paths to their ends. So the bound is the
// lightest forest with as many edges, plus the second crossings of all bridges except those on the best paths
// from the start, one for each walker. If only some nodes are visited, bridges that the others may lie behind
// do not count. The bound is also at least the cheapest arcs that lead to as many nodes. An edge counts in
// its cheaper direction. O(arcs log arcs).
double WalkLowerBound(const WalkGraph& graph, const WalkBoundQuery& query);

}  // namespace waystone
