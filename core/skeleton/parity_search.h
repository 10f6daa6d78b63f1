// Searches for the shortest walk over all nodes of a TwoWayGraph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/graph/union_find.h"
#include "core/skeleton/parity_region.h"
#include "core/skeleton/two_way_graph.h"

namespace waystone {

// A walk takes an edge an odd or an even number of times. At every node except the walk's ends, the number of
// odd edges is even; whatever the odd edges are, it is best to double the edges of the shortest gaps that
// join their parts. So the search is over sets of odd edges only: any set can be reached from any other by
// flipping all edges of loops. It tries loops through each edge over edges that are cheap to flip, region by
// region, and keeps a change if the walk gets no longer; if the end is free, it also moves the end along such
// a path. What the walk joins outside a region is computed for a block of many regions at once, so that a
// pass is near-linear. One owner, one thread; the graph must outlive it. Deterministic except for where the
// budget ends.
class ParitySearch {
 public:
  // `end_costs_m` [node] is added to the walk's length for ending there; empty: the walk ends at its start.
  ParitySearch(const TwoWayGraph& graph, std::vector<double> end_costs_m, uint32_t start);

  // Begins with the cheaper of once and twice for each edge, as far as parity allows.
  void BeginAnew();
  // Begins with the baked round walk, as far as it covers the graph. False if there is none.
  bool BeginBaked();
  // Lets the walk end elsewhere: moves its end from the start to the node that shortens it most. Call at most
  // once.
  void Open(Pacer& pacer);
  // One pass over all regions, the end's first: the first pass tries plain loops, later ones disturbed loops.
  // Returns how much shorter the walk got [m].
  double Improve(Pacer& pacer);

  const WalkParity& parity() const { return parity_; }

 private:
  // An edge of the block.
  struct BlockEdge {
    uint32_t edge;
    uint32_t a;  // index of its end in `block_`
    uint32_t b;
  };

  void BeginWith(std::vector<uint8_t> is_odd);
  double Join();
  void OpenExactly(const std::vector<uint32_t>& tried, const std::vector<uint32_t>& up, Pacer& pacer);
  double EndCost(uint32_t node) const { return end_costs_m_.empty() ? 0 : end_costs_m_[node]; }
  bool IsTaken(uint32_t edge) const { return parity_.is_odd[edge] != 0 || parity_.is_doubled[edge] != 0; }
  void ImproveBlock(uint32_t seed, Pacer& pacer);
  void MakeBlock(uint32_t seed);
  void JoinOutsideOfBlock();
  void ImproveRegion(uint32_t seed, Pacer& pacer);
  void MakeRegion(uint32_t seed);
  void LoadRegion();

  const TwoWayGraph& graph_;
  const std::vector<double> end_costs_m_;
  WalkParity parity_;
  std::vector<uint32_t> by_gap_;  // edges; empty until needed
  bool is_open_ = false;
  uint32_t passes_ = 0;
  double gain_m_ = 0;  // of this pass
  Random random_;
  std::vector<uint8_t> is_done_;  // [node] in this pass
  // The block.
  std::vector<uint32_t> block_;  // nodes, by hops from the seed
  std::vector<uint32_t> place_;  // [node] in `block_`; kNoNode for others
  std::vector<BlockEdge> block_edges_;
  std::vector<uint32_t> twin_;  // [place] the first place that the walk joins it to outside
  // The region.
  std::vector<uint32_t> region_;         // places, by hops from the seed
  std::vector<uint32_t> region_number_;  // [place] in the region; kNoNode for others
  UnionFind outside_;                    // places
  std::vector<uint32_t> part_of_;        // [place] of the roots
  ParityRegion search_;
};

}  // namespace waystone
