// Arcs of a thinned graph with directions ignored, for following chains.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bake/skeleton/skeleton_graph.h"

namespace waystone {

// The neighbours of each point, each once. Const after construction but for Remove.
class ChainGraph {
 public:
  ChainGraph(size_t point_count, const std::vector<ThinArc>& arcs);

  // Points are numbered as launch points.
  std::span<const uint32_t> Neighbours(uint32_t point) const {
    return std::span(targets_).subspan(rows_[point], sizes_[point]);
  }
  size_t Degree(uint32_t point) const { return sizes_[point]; }
  // Takes a point and its arcs away.
  void Remove(uint32_t point);
  // The neighbour of a point with two that is not `other`. REQUIRES: two neighbours.
  uint32_t Onward(uint32_t point, uint32_t other) const {
    const std::span<const uint32_t> both = Neighbours(point);
    return both[0] == other ? both[1] : both[0];
  }

 private:
  std::vector<uint32_t> rows_;
  std::vector<uint32_t> sizes_;
  std::vector<uint32_t> targets_;
};

}  // namespace waystone
