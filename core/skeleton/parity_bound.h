// How short walks over all key points can be, by counting how often they pass the forks.
#pragma once

#include <cstdint>

#include "core/skeleton/contracted_graph.h"

namespace waystone {

// [m] No walks from node 0 that visit all nodes are together shorter; `ends` of them do not come back.
//
// Round walks: they can be made to take no edge more than twice. They take bridges twice. The other edges
// form chains between forks (nodes of three of them or more). Every node is left as often as it is entered,
// so a chain is walked once from end to end, or twice but for one edge that may be left out, which cuts
// nothing off as long as no second one is. An even number of chains is walked once at each fork; if all that
// are cheaper so were, some forks would be odd, and to mend that chains must be flipped along paths that join
// the odd ones in pairs. What this costs at least is a packing of cuts that part an odd number of odd forks:
// each set of forks pays as far as the chains that leave it go (the dual of minimum T-joins, Edmonds and
// Johnson 1973; grown greedily, so that it is a bound but not always the best one).
//
// Walks with open ends become round ones of this kind by flipping a path from each end to the start, so they
// are shorter by what the dearest such path costs at most.
//
// O(edges log edges) if few sets of forks grow large; the growing stops when it has looked at chains 16
// times as often as there are any. REQUIRES: a graph that was compressed, with its bridges.
double ParityBound(const ContractedGraph& graph, uint32_t ends);

}  // namespace waystone
