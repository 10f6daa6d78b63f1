// The edges at each node of an undirected graph.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "core/base/deadline_poll.h"

namespace waystone {

// Fills `incident` with the numbers of the edges at node v from rows[v] up to rows[v + 1], in their order. An
// edge, with ends `a` and `b`, stands at both, and twice at a node that it leads back to. REQUIRES: ends
// below node_count. O(nodes + edges). If the deadline passes first, the rows are of no use.
template <typename Edge>
void FillEdgeRows(uint32_t node_count, const std::vector<Edge>& edges, std::vector<uint32_t>& rows,
                  std::vector<uint32_t>& incident, const Deadline& deadline = {}) {
  constexpr uint32_t kEdgesPerLook = 4096;
  DeadlinePoll poll(deadline, kEdgesPerLook);
  rows.assign(node_count + 1, 0);
  for (const Edge& edge : edges) {
    if (poll.Expired()) break;
    ++rows[edge.a + 1];
    ++rows[edge.b + 1];
  }
  std::partial_sum(rows.begin(), rows.end(), rows.begin());
  incident.resize(rows.back());
  std::vector<uint32_t> next(rows.begin(), rows.end() - 1);
  for (uint32_t e = 0; e < edges.size() && !poll.Expired(); ++e) {
    incident[next[edges[e].a]++] = e;
    incident[next[edges[e].b]++] = e;
  }
}

}  // namespace waystone
