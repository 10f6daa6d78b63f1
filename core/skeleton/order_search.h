// Looks for a better order of first visits where arcs lead one way, or where there are few.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/skeleton/walk_graph.h"

namespace waystone {

// More stops than this are left as they are: their distances would not fit a cache, nor a budget.
inline constexpr size_t kMostOrderedStops = 1500;

// The order of stops as an open tour over directed shortest distances: segments are swapped (Or 1976, the
// move that keeps directions) and turned round, from a list of near stops for each, until nothing helps; then
// a few near segments are swapped blindly and mended, and the better of the two is kept. One owner.
class OrderSearch {
 public:
  // `stops` are nodes, the first of which stays first; all in one strong component. `ways_m` [stop] is added
  // for ending there; empty: nothing is.
  OrderSearch(const WalkGraph& graph, std::vector<uint32_t> stops, const std::vector<double>& ways_m);

  // The stops, in the best order found until time is up or `kicks` blind swaps are made.
  std::vector<uint32_t> Run(uint32_t kicks, Pacer& pacer);

 private:
  bool Measure(Pacer& pacer);
  void FindNear();
  void Index();
  double Length() const;
  double D(uint32_t a, uint32_t b) const { return static_cast<double>(distances_m_[a * size_t{width_} + b]); }
  double At(size_t i, size_t j) const { return D(order_[i], order_[j]); }
  void Wake(size_t position) { is_awake_[order_[position]] = 1; }
  bool Descend(Pacer& pacer);
  bool TrySwaps(size_t i);
  bool TryTurns(size_t i);
  void Swap(size_t i, size_t j, size_t k);
  void Turn(size_t i, size_t j);
  void Kick(Random& random);

  const WalkGraph& graph_;
  const std::vector<uint32_t> stops_;
  const std::vector<double> ways_m_;
  uint32_t count_;                   // of stops
  uint32_t width_;                   // and the end, which is a stop of its own here: the last
  std::vector<float> distances_m_;   // [from][to]
  std::vector<uint32_t> near_to_;    // [stop][rank] nearest from it
  std::vector<uint32_t> near_from_;  // [stop][rank] nearest to it
  uint32_t near_count_ = 0;
  std::vector<uint32_t> order_;     // stops, then the end
  std::vector<uint32_t> position_;  // [stop]
  std::vector<double> ahead_m_;     // [position] from the first
  std::vector<double> back_m_;      // [position] the same the other way
  std::vector<uint8_t> is_awake_;   // [stop] worth looking at
};

// The walk with the stops of each strong component in a better order, by the shortest ways; `is_round`: it is
// better to end near where it begins. As it is where no better one is found in time, and in components of
// more stops than `most_stops` or kMostOrderedStops. All wanted nodes that it visits are still visited.
std::vector<uint32_t> ImproveOrder(const WalkGraph& graph, const std::vector<uint32_t>& nodes,
                                   const std::vector<uint8_t>& is_wanted, bool is_round, size_t most_stops,
                                   Pacer& pacer);

}  // namespace waystone
