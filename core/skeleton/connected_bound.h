// How short walks over all key points can be, by what it takes to hold them together.
#pragma once

#include <cstdint>

#include "core/base/deadline.h"
#include "core/skeleton/contracted_graph.h"

namespace waystone {

// [m] No walks from node 0 that visit all nodes are together shorter; `ends` of them do not come back.
//
// Round walks take bridges twice, and a chain between forks once, twice, or twice but for its longest edge,
// so that all hangs together; at least two chains' ends are taken at each fork, and of an odd number not all
// once. A fork may be given a price for each end of a chain taken, or a reward: what the walks pay more than
// they get in return must be paid for by chains. Whatever the prices, the lightest choice that hangs
// together, which Kruskal finds, is no heavier than the walks, so it is a bound; the prices are changed step
// by step towards what makes it greatest (Held and Karp 1971, by the steps of Volgenant and Jonker 1982).
//
// A walk with an open end enters each part between bridges that leads to its end at one place and does not
// come back from another. Each of the two takes an end of a chain too few or too many at one fork, and walks
// part of a chain once that a round walk takes twice or not at all: so much is taken off for each such part,
// and every bridge that leads to the end once. It is never more than the longest path back to node 0.
//
// O(edges log edges) a step; at most 100 steps, of large graphs fewer; the deadline is asked before each.
// Where it has passed, the bound is that of the steps so far. REQUIRES: a graph that was compressed, with its
// bridges.
double ConnectedBound(const ContractedGraph& graph, uint32_t ends, const Deadline& deadline);

}  // namespace waystone
