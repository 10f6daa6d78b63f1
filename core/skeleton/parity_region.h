// A part of a TwoWayGraph in which ParitySearch looks for shorter walks.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/graph/best_first.h"
#include "core/skeleton/two_way_graph.h"

namespace waystone {

// Some nodes and the edges between them, small enough for the cache. One owner; reused from region to region.
class ParityRegion {
 public:
  void Clear();
  // `part`: nodes that the walk joins outside the region have the same; below the number of nodes to be
  // added. Returns the node's number in the region.
  uint32_t AddNode(uint32_t part, double end_cost_m);
  // `edge`: its number outside; `a`, `b`: nodes of the region.
  void AddEdge(uint32_t edge, uint32_t a, uint32_t b, const TwoWayGraph::Edge& of, bool is_odd);
  // The walk ends at this node of the region, and may end elsewhere.
  void SetEnd(uint32_t node) { end_ = node; }

  // Flips loops and, if SetEnd was called, paths from the end to other nodes; keeps a change if the walk gets
  // no longer. `is_plain`: tries the cheapest loop through each edge, else `tries` loops by randomly
  // disturbed prices. Returns how much shorter the walk got [m]. O(tries x edges).
  double Improve(bool is_plain, uint32_t tries, Random& random, Pacer& pacer);
  // Writes the edges' new state, and returns the end's number in the region.
  uint32_t Store(WalkParity& parity);

 private:
  struct Edge {
    uint32_t id;
    uint32_t a;
    uint32_t b;
    uint32_t part_a;
    uint32_t part_b;
    float odd_m;
    float even_m;
    float join_m;  // added to that if it is doubled
    uint8_t is_odd;
    uint8_t is_doubled;
  };
  void Index();
  double Measure();
  void SetPrices(bool is_plain, Random& random);
  bool FindPaths(uint32_t from, uint32_t to, uint32_t without);
  void FlipPathTo(uint32_t node);
  bool TryLoop(uint32_t edge);
  bool TryEnd(uint32_t node);
  uint32_t Root(uint32_t part);

  std::vector<uint32_t> part_of_;    // [node]
  std::vector<double> end_costs_m_;  // [node]
  std::vector<Edge> edges_;          // the shortest gap first, once indexed
  std::vector<uint32_t> rows_;       // [node] first of its edges in `incident_`
  std::vector<uint32_t> incident_;   // edges
  uint32_t end_ = kNoNode;
  double length_m_ = 0;
  std::vector<uint32_t> parts_;  // of Measure: disjoint sets
  std::vector<float> prices_;    // [edge]
  BestFirst<float> search_;      // of nodes, by prices; before: edge
};

}  // namespace waystone
