// Where a mesh can be walked with a clearance: what the borders near a polygon leave of it and of its sides.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// The part of a side that has the clearance, between two that lack it.
struct ClearGap {
  float from;  // [0-1] along the half-edge
  float to;    // [0-1]
  uint32_t
      part;  // of the half-edge's polygon: from one gap to another of the same part one can walk in the polygon
};

// Owns its memory. Any thread.
class ClearGround {
 public:
  // What is left of a mesh by a clearance [m, > 0] from its borders, as a ClearanceCheck without ends counts them: none of
  // the gaps left out, and no walk across a polygon between parts, has the clearance, to within the mesh's tolerance_m. Does not
  // depend on the number of threads. O(polygons, each with the sides within the clearance, and the square of the borders
  // among them).
  static ClearGround Of(const NavmeshView& mesh, double clearance_m, int thread_count);

  // In order along the half-edge; none of a border.
  std::span<const ClearGap> GapsOf(EdgeId side) const {
    const uint32_t first = rows_[side.value()];
    return std::span(gaps_).subspan(first, rows_[side.value() + 1] - first);
  }

 private:
  std::vector<uint32_t> rows_;  // [half-edge]
  std::vector<ClearGap> gaps_;
};

}  // namespace waystone
