#include "bake/links/polys_in_box.h"

#include <algorithm>

namespace waystone {
namespace {

bool Overlaps(const NavBox& a, const Aabb& b) {
  return a.min[0] <= b.max.x && a.max[0] >= b.min.x && a.min[1] <= b.max.y && a.max[1] >= b.min.y &&
         a.min[2] <= b.max.z && a.max[2] >= b.min.z;
}

}  // namespace

void PolysInBox(const NavmeshView& mesh, const Aabb& box, std::vector<PolyId>& polys) {
  polys.clear();
  const NavmeshHeader& h = mesh.arrays().header;
  struct Open {
    uint32_t level;  // from 1
    uint32_t index;  // in its level
  };
  std::vector<Open> stack;
  if (h.tree_level_count > 0) stack.push_back({h.tree_level_count, 0});
  while (!stack.empty()) {
    const Open open = stack.back();
    stack.pop_back();
    const uint32_t at = h.tree_level_begin[open.level - 1] + open.index;
    if (!Overlaps(mesh.arrays().tree_boxes[at], box)) continue;
    const uint32_t first = open.index * kNavTreeFanout;
    if (open.level == 1) {
      const uint32_t end = std::min(first + kNavTreeFanout, mesh.poly_count());
      for (uint32_t p = first; p < end; ++p) polys.emplace_back(p);
      continue;
    }
    const uint32_t level_size = h.tree_level_begin[open.level - 1] - h.tree_level_begin[open.level - 2];
    // Pushed backwards, so that polygons come out in ascending order.
    for (uint32_t i = std::min(first + kNavTreeFanout, level_size); i > first; --i) {
      stack.push_back({open.level - 1, i - 1});
    }
  }
}

}  // namespace waystone
