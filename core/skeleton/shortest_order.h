// The shortest walk that can be found, component by component.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/deadline.h"
#include "core/skeleton/component_path.h"
#include "core/skeleton/tour_plan.h"
#include "core/skeleton/two_way_graph.h"
#include "core/skeleton/walk_state.h"

namespace waystone {

// The greatest number of passes of ParitySearch over a component, unless there is more time.
inline constexpr uint32_t kUsualPasses = 12;

// A component whose arcs go both ways is solved by at most `passes` passes of ParitySearch, from the baked
// round walk if there is one; other components by PocketOrder. Returns the walk's nodes. When `budget` has
// expired, improvement stops but the walk is still completed, unless the state's pacer ends that too.
std::vector<WalkNodeId> WalkShortest(WalkState& state, const ComponentPath& path, const TourPlan& plan,
                                     uint32_t passes, Pacer& budget);

// A round walk over all of a connected graph, by at most `passes` passes of ParitySearch.
WalkParity ShortestRound(const TwoWayGraph& graph, uint32_t passes, Pacer& pacer);

}  // namespace waystone
