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

std::vector<NavBox> LeafBoxes(const NavmeshData& data) {
  std::vector<NavBox> boxes((data.polys.size() + kNavTreeFanout - 1) / kNavTreeFanout, kEmptyBox);
  for (size_t i = 0; i < data.polys.size(); ++i) {
    const NavPoly& p = data.polys[i];
    NavBox& box = boxes[i / kNavTreeFanout];
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      ExtendBox(box, data.vertices[data.edges[p.first_edge + k].vertex]);
    }
    for (uint32_t k = 0; k < p.detail_vertex_count; ++k) {
      ExtendBox(box, data.detail_vertices[p.first_detail_vertex + k]);
    }
  }
  return boxes;
}

// Adds the levels above the leaves.
void FillLevels(NavmeshHeader& h, std::vector<NavBox>& boxes) {
  h.tree_level_count = 0;
  size_t begin = 0;
  while (begin < boxes.size()) {
    WS_CHECK(h.tree_level_count < kNavMaxTreeLevels);
    h.tree_level_begin[h.tree_level_count++] = static_cast<uint32_t>(begin);
    const size_t end = boxes.size();
    if (end - begin == 1) break;
    boxes.resize(end + (end - begin + kNavTreeFanout - 1) / kNavTreeFanout, kEmptyBox);
    for (size_t i = begin; i < end; ++i) {
      Extend(boxes[end + (i - begin) / kNavTreeFanout], boxes[i].min, boxes[i].max);
    }
    begin = end;
  }
  for (uint32_t k = h.tree_level_count; k <= kNavMaxTreeLevels; ++k) {
    h.tree_level_begin[k] = static_cast<uint32_t>(boxes.size());
  }
}

}  // namespace

void ExtendBox(NavBox& box, const Vec3f& point) {
  const float at[3] = {point.x, point.y, point.z};
  Extend(box, at, at);
}

std::vector<NavBox> WithEmptyLeaves(const NavmeshArrays& mesh, uint32_t more, NavmeshHeader& header) {
  const size_t baked = (mesh.polys.size() + kNavTreeFanout - 1) / kNavTreeFanout;
  const size_t leaves = (mesh.polys.size() + more + kNavTreeFanout - 1) / kNavTreeFanout;
  std::vector<NavBox> boxes;
  boxes.reserve(2 * leaves + kNavMaxTreeLevels);  // and those above
  boxes.assign(mesh.tree_boxes.begin(), mesh.tree_boxes.begin() + static_cast<ptrdiff_t>(baked));
  boxes.resize(leaves, kEmptyBox);
  FillLevels(header, boxes);
  return boxes;
}

void FillBoxTree(NavmeshData& data) {
  NavmeshHeader& h = data.header;
  data.tree_boxes = LeafBoxes(data);
  FillLevels(h, data.tree_boxes);
  if (data.tree_boxes.empty()) return;
  std::copy_n(data.tree_boxes.back().min, 3, h.bounds_min);
  std::copy_n(data.tree_boxes.back().max, 3, h.bounds_max);
}

}  // namespace waystone
