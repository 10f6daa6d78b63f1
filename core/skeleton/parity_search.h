// Looks for the shortest walk over all nodes of a TwoWayGraph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/graph/union_find.h"
#include "core/skeleton/parity_region.h"
#include "core/skeleton/two_way_graph.h"

namespace waystone {

// A walk takes an edge an odd or an even number of times; the odd ones leave an even number at every node but
// the walk's ends, and whatever they choose, doubling the edges of the shortest gaps that join their parts is
// best. So the search is over sets of odd edges only: flipping all edges of a loop leads to every other. It
// tries loops through each edge that lead over edges cheap to flip, region by region, and keeps what makes
// the walk no longer; if the end is free, it also moves the end along such a path. What the walk joins
// outside of a region is found out for a block of many regions at once, so that a pass is near-linear. One
// owner, one thread; the graph outlives it. Deterministic but for where the budget ends.
class ParitySearch {
 public:
  // `end_costs_m` [node] is added to the walk's length for ending there; empty: the walk ends at its start.
  ParitySearch(const TwoWayGraph& graph, std::vector<double> end_costs_m, uint32_t start);

  // Begins with what parity allows of the cheaper of once and twice for each edge.
  void BeginAnew();
  // Begins with the baked round walk as far as it goes. False if there is none.
  bool BeginBaked();
  // Lets the walk end elsewhere: moves its end from the start to where that shortens it most. Once at most.
  void Open(Pacer& pacer);
  // One pass of all regions, the end's first: the first one tries plain loops, later ones disturbed loops.
  // Returns by how much the walk got shorter [m].
  double Improve(Pacer& pacer);

  const WalkParity& parity() const { return parity_; }

 private:
  // An edge of the block.
  struct BlockEdge {
    uint32_t edge;
    uint32_t a;  // place of its end in `block_`
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
  std::vector<uint32_t> twin_;  // [place] the first that the walk joins it to outside
  // The region.
  std::vector<uint32_t> region_;         // places, by hops from the seed
  std::vector<uint32_t> region_number_;  // [place] in the region; kNoNode for others
  UnionFind outside_;                    // places
  std::vector<uint32_t> part_of_;        // [place] of roots
  ParityRegion search_;
};

}  // namespace waystone
