// Contraction of the route graph: in which order nodes go, and which shortcuts take their place.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bake/contraction/contraction_graph.h"
#include "core/navmesh/ground_costs.h"

namespace waystone {

// Called now and then from the calling thread: so many nodes of all are contracted.
using ContractionProgress = std::function<void(uint64_t done, uint64_t total)>;

// Contracts the nodes of the graph; each one's row is then what is left to it: arcs to nodes that went later.
// Nodes of very many arcs stay, as a core: on open ground every place sees every other, and each contraction
// would join them all. Returns the nodes in the order in which they went, the core last. The outcome does not
// depend on the number of threads.
std::vector<RouteNodeId> ContractAll(const NavmeshView& mesh, const GroundCosts& costs,
                                     ContractionGraph& graph, int thread_count,
                                     const ContractionProgress& progress);

}  // namespace waystone
