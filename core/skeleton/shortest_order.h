// The shortest walk that can be found, component by component.
#pragma once

#include <cstdint>
#include <vector>

#include "core/skeleton/component_path.h"
#include "core/skeleton/two_way_graph.h"
#include "core/skeleton/walk_state.h"
#include "core/skeleton/walk_tour.h"

namespace waystone {

// Where arcs go both ways, by ParitySearch, from the baked round walk if there is one; other components by
// PocketOrder. Returns the walk's nodes.
std::vector<uint32_t> WalkShortest(WalkState& state, const ComponentPath& path, const TourPlan& plan);

// A round walk over all of a connected graph, by at most `rounds` passes of ParitySearch.
WalkParity ShortestRound(const TwoWayGraph& graph, uint32_t rounds, Pacer& pacer);

}  // namespace waystone
