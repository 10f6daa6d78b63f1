// Looks for the shortest walk over all nodes of a TwoWayGraph.
#pragma once

#include <cstdint>
#include <vector>

#include "core/graph/dary_heap.h"
#include "core/graph/union_find.h"
#include "core/skeleton/two_way_graph.h"

namespace waystone {

// A walk takes an edge once, twice or never; those taken once leave an even number at every node but the
// walk's ends, and whatever they choose, doubling the shortest edges that join their parts is best. So the
// search is over sets of odd edges only: flipping all edges of a loop leads to every other. It tries loops
// through each edge that lead over edges cheap to flip, region by region, and keeps what makes the walk
// shorter; where the end is free, it also moves the end along such a path. One owner, one thread; the graph
// outlives it. Deterministic but for where the budget ends.
class ParitySearch {
 public:
  // `end_costs_m` [node] is added to the walk's length for ending there; empty: the walk ends at its start.
  ParitySearch(const TwoWayGraph& graph, std::vector<double> end_costs_m, uint32_t start);

  // Begins with every edge walked once where parity allows.
  void BeginAnew();
  // Begins with the baked round walk as far as it goes. False where there is none.
  bool BeginBaked();
  // Lets the walk end elsewhere: moves its end from the start to where that shortens it most. Once at most.
  void Open(Pacer& pacer);
  // One pass of all regions, the end's first. `round` 0 takes plain prices, later ones disturbed. True where
  // the walk got shorter.
  bool Improve(uint32_t round, Pacer& pacer);

  const WalkParity& parity() const { return parity_; }

 private:
  struct Item {
    double price;
    uint32_t node;
  };
  struct Less {
    bool operator()(const Item& a, const Item& b) const {
      return a.price != b.price ? a.price < b.price : a.node < b.node;
    }
  };
  // An edge of the region; ends are parts that the rest of the walk holds together.
  struct LocalEdge {
    uint32_t edge;
    uint32_t part_a;
    uint32_t part_b;
    float length_m;
  };

  void BeginWith(std::vector<uint8_t> is_odd);
  double Join();
  void OpenExactly(const std::vector<uint32_t>& tried, const std::vector<uint32_t>& up, Pacer& pacer);
  double EndCost(uint32_t node) const { return end_costs_m_.empty() ? 0 : end_costs_m_[node]; }
  void MakeRegion(uint32_t seed);
  void JoinOutside();
  double Measure(bool is_final);
  double Price(uint32_t edge) const;
  void FindCheapPaths(uint32_t from, uint32_t to, uint32_t without);
  void FlipPathTo(uint32_t node);
  double SavingOfPathTo(uint32_t node) const;
  bool ImproveRegion(uint32_t seed, Pacer& pacer);
  bool TryLoops(Pacer& pacer);
  bool TryEnds();

  const TwoWayGraph& graph_;
  const std::vector<double> end_costs_m_;
  WalkParity parity_;
  std::vector<uint32_t> by_length_;  // edges; empty until needed
  bool is_open_ = false;
  uint32_t round_ = 0;
  // The region.
  uint32_t generation_ = 0;
  std::vector<uint32_t> in_region_;  // [node] generation
  std::vector<uint32_t> region_;     // nodes, by hops from the seed
  std::vector<LocalEdge> local_;     // the shortest first
  uint32_t part_count_ = 0;
  UnionFind parts_;                // of Measure
  UnionFind outside_;              // nodes, of JoinOutside
  std::vector<uint32_t> part_of_;  // [node] of roots
  double length_m_ = 0;            // of the walk within the region
  // Cheap paths.
  std::vector<uint32_t> seen_;  // [node] search
  uint32_t search_ = 0;
  std::vector<double> price_;
  std::vector<uint32_t> up_;  // [node] edge
  DaryHeap<Item, Less> heap_;
};

}  // namespace waystone
