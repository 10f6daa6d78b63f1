// The corners of a grid and which of them see each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.h"
#include "core/grid/corner_bits.h"

namespace waystone {

// An undirected graph: a corner's sights see it too. Steps are those of an empty grid between the two cells.
struct CornerGraph {
  std::vector<Cell> cells;            // ascending by id
  std::vector<uint32_t> first_sight;  // by corner, and the end
  std::vector<uint32_t> sights;       // ascending in each row

  uint32_t size() const { return static_cast<uint32_t>(cells.size()); }
  std::span<const uint32_t> SightsOf(uint32_t corner) const {
    return std::span(sights).subspan(first_sight[corner], first_sight[corner + 1] - first_sight[corner]);
  }
};

// O(sum of the sweeps).
CornerGraph MakeCornerGraph(const CornerBits& bits);

}  // namespace waystone
