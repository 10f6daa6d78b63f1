// How short walks over key points can be at best.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

struct WalkBoundQuery {
  const std::vector<uint8_t>* known =
      nullptr;          // [node] 1 where no visit is needed; the start never needs one
  uint32_t visits = 0;  // of other nodes, by all walkers together
  uint32_t walkers = 1;
  bool is_round = false;  // every walker comes back to the start
  // So long ConnectedBound may go on too, which is the strongest on open ground and takes some 0.5 s on large
  // graphs; zero: it is not asked.
  std::chrono::nanoseconds thorough_for{0};
  Deadline deadline;  // of ConnectedBound
};

// [m] No walkers from the graph's start visit that many of the nodes not known on less together. Proven: all
// they take joins what they visit to what is known, and they cross each arc whose loss would part the
// two (a bridge) twice, but for those on their ways to their ends. So it is at least the lightest forest with
// as many edges, and the second crossings of all bridges but those on the best paths from the start, one for
// each walker. Of visits of some nodes only, those bridges fall out that the others may lie behind. It is
// also at least the cheapest arcs that lead to as many nodes. An edge counts as its cheaper direction.
// O(arcs log arcs).
double WalkLowerBound(const WalkGraph& graph, const WalkBoundQuery& query);

}  // namespace waystone
