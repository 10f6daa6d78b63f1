// One walk that visits as much as one walk can.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/tour_plan.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// Nodes from the graph's start on: through the strong components of the path with the most wanted nodes, in
// each by the plan's order, until at most `enough` are left or time is up. kShortest then still completes the
// walk, without improving it.
std::vector<WalkNodeId> MakeTour(const WalkGraph& graph, const std::vector<uint8_t>& is_wanted,
                                 const TourPlan& plan);

// The greatest number of wanted nodes that one walk can visit.
uint64_t MostThatOneWalkVisits(const WalkGraph& graph, const std::vector<uint8_t>& is_wanted);

// The same visits with less walking: takes the shortest path between consecutive first visits, and ends at
// the last one. Once `pacer` has expired, the rest stays unchanged.
std::vector<WalkNodeId> Shortcut(const WalkGraph& graph, const std::vector<WalkNodeId>& nodes,
                                 std::vector<uint8_t> is_wanted, Pacer& pacer);

}  // namespace waystone
