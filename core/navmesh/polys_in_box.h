// The polygons around a box.
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/geom/aabb.h"
#include "core/navmesh/navmesh_view.h"

namespace waystone {

// Calls visit(PolyId), by rising id, for the polygons of every leaf of the box tree that meets `box`: all
// polygons that meet it, and some beside it. The box may be infinite. O(log polygons + polygons visited).
template <typename Visit>
void ForEachPolyIn(const NavmeshView& mesh, const Aabb& box, const Visit& visit) {
  const NavmeshHeader& h = mesh.arrays().header;
  const auto meets = [&](uint32_t level, uint32_t index) {
    const NavBox& b = mesh.arrays().tree_boxes[h.tree_level_begin[level] + index];
    return b.min[0] <= box.max.x && b.max[0] >= box.min.x && b.min[1] <= box.max.y && b.max[1] >= box.min.y &&
           b.min[2] <= box.max.z && b.max[2] >= box.min.z;
  };
  // Depth first over the implicit tree: up past boxes that are done, down into those that meet.
  const uint32_t top = h.tree_level_count;
  if (top == 0) return;
  uint32_t level = top - 1;
  uint32_t index = 0;
  for (;;) {
    const uint32_t boxes = h.tree_level_begin[level + 1] - h.tree_level_begin[level];
    if (index >= boxes) return;  // past the last box of its level: nothing is left
    if (meets(level, index)) {
      if (level > 0) {
        --level;
        index *= kNavTreeFanout;
        continue;
      }
      const uint32_t end = std::min((index + 1) * kNavTreeFanout, h.poly_count);
      for (uint32_t poly = index * kNavTreeFanout; poly < end; ++poly) visit(PolyId(poly));
    }
    ++index;
    while (level + 1 < top && index % kNavTreeFanout == 0) {
      index /= kNavTreeFanout;
      ++level;
    }
  }
}

}  // namespace waystone
