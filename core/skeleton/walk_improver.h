// Shortens a walk by visiting in another order.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

struct ImproveOptions {
  bool is_round = false;  // ending near its start is better
  bool is_timed = false;  // continue until the pacer stops it; else a usual number of steps
  double bound_m = 0;     // no walk is shorter, including the path back of a round one
};

// Puts the walk's first visits of wanted nodes (stops), with the shortest paths between them, in a better
// order. It orders windows of neighbouring stops one after another; the stretches of the walk between visits
// to a window stay whole. Windows are all stops of a component if these are up to 500; else they grow from
// 250 stops to 1,000, or to all of a component of up to 2,000. If windows hold all stops of a component, a
// timed search ends early once it has found nothing for long (OrderSearch::kIdleKicksPerStop). Returns the
// walk unchanged if no better order is found. All wanted nodes of the walk are still visited, one strong
// component after another. One window of w stops takes O(w^2) memory and O(w n) time, whatever the length of
// the walk.
std::vector<WalkNodeId> ImproveWalk(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes,
                                    const std::vector<uint8_t>& is_wanted, const ImproveOptions& options,
                                    Pacer& pacer);

}  // namespace waystone
