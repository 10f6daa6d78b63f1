// Lower bound of walks over all key points, from what it takes to connect them.
#pragma once

#include <cstdint>

#include "core/base/deadline.h"
#include "core/skeleton/contracted_graph.h"

namespace waystone {

// [m] Lower bound of the total length of walks from node 0 that visit all nodes; `ends` of them do not come
// back.
//
// Round walks take bridges twice, and a chain between forks once, twice, or twice except its longest edge, so
// that everything is connected; at least two chains' ends are taken at each fork, and at a fork with an odd
// number of ends not all of them once. A fork may have a price for each end of a chain taken, or a reward:
// whatever the walks pay above what they get back must be paid for by chains. Whatever the prices, the
// lightest connected choice, which Kruskal finds, is no heavier than the walks, so it is a bound. The prices
// are changed step by step to raise it (Held and Karp 1971, by the steps of Volgenant and Jonker 1982).
//
// A walk with an open end enters each part between bridges that leads to its end at one place and does not
// come back from another. Each of the two places takes one chain end too few or too many at a fork, and walks
// part of a chain once that a round walk takes twice or not at all: that much is subtracted for each such
// part, and every bridge that leads to the end once. The sum is at most the longest path back to node 0.
//
// O(edges log edges) per step; at most 100 steps, fewer on large graphs; the deadline is read before each. If
// it has passed, returns the bound of the steps so far. REQUIRES: a compressed graph with its bridges.
double ConnectedBound(const ContractedGraph& graph, uint32_t ends, const Deadline& deadline);

}  // namespace waystone
