// Lower bound of walks over all key points, from how often they pass the forks.
#pragma once

#include <cstdint>

#include "core/skeleton/contracted_graph.h"

namespace waystone {

// [m] Lower bound of the total length of walks from node 0 that visit all nodes; `ends` of them do not come
// back.
//
// Round walks can be made to take no edge more than twice. They take bridges twice. The other edges form
// chains between forks (nodes with three of them or more). Every node is left as often as it is entered, so a
// chain is walked once from end to end, or twice except for one edge that may be left out, which cuts nothing
// off unless a second one is left out. At each fork an even number of chains is walked once. If every chain
// were walked in its cheaper fashion, some forks would be odd; to mend that, chains must be flipped along
// paths that join the odd forks in pairs. The lower bound of that cost is a packing of cuts that part an odd
// number of odd forks: each set of forks pays as much as the chains that leave it allow (the dual of minimum
// T-joins, Edmonds and Johnson 1973; grown greedily, so it is a bound but not always the best one).
//
// Walks with open ends become such round walks by flipping a path from each end to the start, so they are
// shorter by at most the cost of the dearest such path.
//
// O(edges log edges) if few sets of forks grow large; the growing stops after looking at 16 times as many
// chains as there are. REQUIRES: a compressed graph with its bridges.
double ParityBound(const ContractedGraph& graph, uint32_t ends);

}  // namespace waystone
