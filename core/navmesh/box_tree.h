// The packed tree of boxes over polygons in Hilbert order (Kamel and Faloutsos, VLDB 1994).
#pragma once

#include <vector>

#include "core/base/ids.h"
#include "core/navmesh/navmesh_data.h"

namespace waystone {

// Fills tree_boxes, tree_level_*, and the bounds of `data` from its polygons and vertices. O(n).
void FillBoxTree(NavmeshData& data);

// The boxes of a mesh's tree with empty leaves behind the others, for `more` polygons. Fills the tree_level_* of
// `header`. O(boxes).
std::vector<NavBox> WithEmptyLeaves(const NavmeshArrays& mesh, uint32_t more, NavmeshHeader& header);

// Calls box(i) for the index of every box above a polygon, leaf first. O(levels).
template <typename Box>
void ForEachBoxAbove(const NavmeshHeader& header, PolyId poly, const Box& box) {
  uint32_t at = poly.value();
  for (uint32_t level = 0; level < header.tree_level_count; ++level) {
    at /= kNavTreeFanout;
    box(header.tree_level_begin[level] + at);
  }
}

// Makes a box hold a point.
void ExtendBox(NavBox& box, const Vec3f& point);

}  // namespace waystone
