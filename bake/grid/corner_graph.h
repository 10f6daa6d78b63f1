// The corners of a grid and which of them see each other.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/grid/cell.h"
#include "core/grid/corner_bits.h"
#include "core/grid/hub_labels.h"

namespace waystone {

// An undirected graph: a corner's sights see it too. Steps are those of an empty grid between the two cells.
struct CornerGraph {
  std::vector<Cell> cells;            // ascending by id
  std::vector<uint32_t> first_sight;  // by corner, and the end
  std::vector<CornerId> sights;       // ascending in each row

  uint32_t size() const { return static_cast<uint32_t>(cells.size()); }
  std::span<const CornerId> SightsOf(CornerId corner) const {
    const uint32_t first = first_sight[corner.value()];
    return std::span(sights).subspan(first, first_sight[corner.value() + 1] - first);
  }
};

// O(sum of the sweeps).
CornerGraph MakeCornerGraph(const CornerBits& bits);

}  // namespace waystone
