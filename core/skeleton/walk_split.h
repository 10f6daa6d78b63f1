// Shares tours out among several walkers.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/walk_graph.h"

namespace waystone {

// Cuts `tours`, which all begin at the graph's start, into stretches that begin and end at first visits, and
// gives each to a walker, who takes the shortest path to its beginning. The longest of the walks is as short
// as these tours allow. At most `visits` of the wanted nodes are visited. `path_back_m` [node] counts too if
// it is not empty. Walkers without a stretch stay at the start. REQUIRES: no more tours than walkers. O(nodes
// x log length).
std::vector<std::vector<WalkNodeId>> SplitTours(const WalkGraph& graph,
                                                const std::vector<std::vector<WalkNodeId>>& tours,
                                                std::vector<uint8_t> is_wanted, uint32_t visits,
                                                uint32_t walkers, const std::vector<double>& path_back_m);

}  // namespace waystone
