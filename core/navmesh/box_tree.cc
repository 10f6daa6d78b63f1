#include "core/navmesh/box_tree.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace waystone {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr NavBox kEmptyBox = {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};

void Extend(NavBox& box, const float (&min)[3], const float (&max)[3]) {
  for (int axis = 0; axis < 3; ++axis) {
    box.min[axis] = std::min(box.min[axis], min[axis]);
    box.max[axis] = std::max(box.max[axis], max[axis]);
  }
}

void Extend(NavBox& box, const Vec3f& v) {
  const float point[3] = {v.x, v.y, v.z};
  Extend(box, point, point);
}

std::vector<NavBox> LeafBoxes(const NavmeshData& data) {
  std::vector<NavBox> boxes((data.polys.size() + kNavTreeFanout - 1) / kNavTreeFanout, kEmptyBox);
  for (size_t i = 0; i < data.polys.size(); ++i) {
    const NavPoly& p = data.polys[i];
    NavBox& box = boxes[i / kNavTreeFanout];
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      Extend(box, data.vertices[data.edges[p.first_edge + k].vertex]);
    }
    for (uint32_t k = 0; k < p.detail_vertex_count; ++k) {
      Extend(box, data.detail_vertices[p.first_detail_vertex + k]);
    }
  }
  return boxes;
}

}  // namespace

void FillBoxTree(NavmeshData& data) {
  NavmeshHeader& h = data.header;
  data.tree_boxes.clear();
  h.tree_level_count = 0;
  std::vector<NavBox> level = LeafBoxes(data);
  while (!level.empty()) {
    WS_CHECK(h.tree_level_count < kNavMaxTreeLevels);
    h.tree_level_begin[h.tree_level_count++] = static_cast<uint32_t>(data.tree_boxes.size());
    data.tree_boxes.insert(data.tree_boxes.end(), level.begin(), level.end());
    if (level.size() == 1) break;
    std::vector<NavBox> above((level.size() + kNavTreeFanout - 1) / kNavTreeFanout, kEmptyBox);
    for (size_t i = 0; i < level.size(); ++i) Extend(above[i / kNavTreeFanout], level[i].min, level[i].max);
    level = std::move(above);
  }
  for (uint32_t k = h.tree_level_count; k <= kNavMaxTreeLevels; ++k) {
    h.tree_level_begin[k] = static_cast<uint32_t>(data.tree_boxes.size());
  }
  if (data.tree_boxes.empty()) return;
  std::copy_n(data.tree_boxes.back().min, 3, h.bounds_min);
  std::copy_n(data.tree_boxes.back().max, 3, h.bounds_max);
}

}  // namespace waystone
