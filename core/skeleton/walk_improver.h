// Makes a walk shorter by visiting in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

struct ImproveOptions {
  bool is_round = false;  // it is better to end near where it begins
  bool is_timed = false;  // go on until the pacer says stop; else as long as is usual
  double bound_m = 0;     // no walk is shorter, with the path back of a round one
};

// The walk's first visits of wanted nodes as stops with the shortest paths between them, in a better order.
// Windows of neighbouring stops are put in order one after another, what the walk does between visits to a
// window being stretches that stay whole. Windows are all stops of a component if these are up to 500; else
// they grow from 250 stops to 1,000, or to all of a component of up to 2,000. If windows hold all stops of a
// component, a timed search ends early once it has found nothing for long (OrderSearch::kIdleKicksPerStop).
// As it is if no better order is found. All wanted nodes that it visits are still visited, strong component
// after strong component. One window of w stops takes O(w^2) memory and O(w n) time, whatever the length of
// the walk.
std::vector<uint32_t> ImproveWalk(const WalkGraph& graph, const std::vector<uint32_t>& nodes,
                                  const std::vector<uint8_t>& is_wanted, const ImproveOptions& options,
                                  Pacer& pacer);

}  // namespace waystone
