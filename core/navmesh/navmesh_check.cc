// The passes are ordered so that each may rely on those before it: header and counts, vertices, box tree,
// then polygons (poly_check.h).
#include "core/navmesh/navmesh_check.h"

#include <algorithm>
#include <cstdint>

#include "core/base/status_macros.h"
#include "core/navmesh/navmesh_rules.h"
#include "core/navmesh/poly_check.h"

namespace waystone {
namespace {

// Finite and in [0, kNavMaxCoordinate_m].
bool IsSize(float value) { return value >= 0 && value <= kNavMaxCoordinate_m; }

absl::Status CheckCounts(const NavmeshArrays& a) {
  const NavmeshHeader& h = a.header;
  const auto check = [](const char* name, uint64_t stated, uint64_t found) -> absl::Status {
    if (stated == found) return absl::OkStatus();
    return NavmeshBroken("header: ", name, " is ", stated, " but the array has ", found);
  };
  WS_RETURN_IF_ERROR(check("poly_count", h.poly_count, a.polys.size()));
  WS_RETURN_IF_ERROR(check("edge_count", h.edge_count, a.edges.size()));
  WS_RETURN_IF_ERROR(check("vertex_count", h.vertex_count, a.vertices.size()));
  WS_RETURN_IF_ERROR(check("detail_vertex_count", h.detail_vertex_count, a.detail_vertices.size()));
  WS_RETURN_IF_ERROR(check("detail_triangle_count", h.detail_triangle_count, a.detail_triangles.size()));
  return check("poly_count", h.poly_count, a.area_prefix_m2.size());
}

absl::Status CheckHeader(const NavmeshArrays& a) {
  const NavmeshHeader& h = a.header;
  if (!InNavRange(h.bounds_min) || !InNavRange(h.bounds_max) || !InNavRange(h.tile_origin)) {
    return NavmeshBroken("header: bounds or tile_origin is not finite or beyond ", kNavMaxCoordinate_m, " m");
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (h.bounds_min[axis] > h.bounds_max[axis]) return NavmeshBroken("header: bounds_min above bounds_max");
  }
  if (!IsSize(h.cell_size_m) || !IsSize(h.cell_height_m) || !IsSize(h.tile_size_m) ||
      !IsSize(h.max_climb_m)) {
    return NavmeshBroken("header: cell_size_m, cell_height_m, tile_size_m or max_climb_m is not in [0, ",
                         kNavMaxCoordinate_m, "]");
  }
  for (uint32_t word : h.reserved) {
    if (word != 0) return NavmeshBroken("header: reserved is not zero");
  }
  return absl::OkStatus();
}

// Level sizes follow from the polygon count; see NavmeshHeader.
absl::Status CheckTreeShape(const NavmeshArrays& a) {
  const NavmeshHeader& h = a.header;
  uint64_t begin = 0;
  uint32_t level = 0;
  for (uint64_t below = h.poly_count; below > 0 && (level == 0 || below > 1); ++level) {
    below = (below + kNavTreeFanout - 1) / kNavTreeFanout;
    if (level >= kNavMaxTreeLevels)
      return NavmeshBroken("header: more than ", kNavMaxTreeLevels, " tree levels");
    if (h.tree_level_begin[level] != begin)
      return NavmeshBroken("header: tree_level_begin[", level, "] is wrong");
    begin += below;
  }
  if (h.tree_level_count != level) {
    return NavmeshBroken("header: tree_level_count is ", h.tree_level_count, ", not ", level);
  }
  for (; level <= kNavMaxTreeLevels; ++level) {
    if (h.tree_level_begin[level] != begin)
      return NavmeshBroken("header: tree_level_begin[", level, "] is wrong");
  }
  if (a.tree_boxes.size() != begin) {
    return NavmeshBroken("tree_boxes: ", a.tree_boxes.size(), " records, not ", begin);
  }
  return absl::OkStatus();
}

absl::Status CheckVertices(const NavmeshArrays& a) {
  for (uint32_t i = 0; i < a.vertices.size(); ++i) {
    if (!InNavRange(a.vertices[i]))
      return NavmeshBroken("vertices[", i, "]: not finite or too far from the origin");
  }
  for (uint32_t i = 0; i < a.detail_vertices.size(); ++i) {
    if (!InNavRange(a.detail_vertices[i])) {
      return NavmeshBroken("detail_vertices[", i, "]: not finite or too far from the origin");
    }
  }
  return absl::OkStatus();
}

bool BoxContains(const NavBox& box, const NavBox& inner) {
  return BoxContains(box, Vec3f{inner.min[0], inner.min[1], inner.min[2]}) &&
         BoxContains(box, Vec3f{inner.max[0], inner.max[1], inner.max[2]});
}

absl::Status CheckTree(const NavmeshArrays& a) {
  const NavmeshHeader& h = a.header;
  for (uint32_t b = 0; b < a.tree_boxes.size(); ++b) {
    if (!InNavRange(a.tree_boxes[b].min) || !InNavRange(a.tree_boxes[b].max)) {
      return NavmeshBroken("tree_boxes[", b, "]: not finite or too far from the origin");
    }
  }
  for (uint32_t level = 1; level < h.tree_level_count; ++level) {
    const uint32_t children_begin = h.tree_level_begin[level - 1];
    for (uint32_t b = children_begin; b < h.tree_level_begin[level]; ++b) {
      const uint32_t parent = h.tree_level_begin[level] + (b - children_begin) / kNavTreeFanout;
      if (!BoxContains(a.tree_boxes[parent], a.tree_boxes[b])) {
        return NavmeshBroken("tree_boxes[", parent, "]: box ", b, " sticks out");
      }
    }
  }
  NavBox bounds;
  std::copy(h.bounds_min, h.bounds_min + 3, bounds.min);
  std::copy(h.bounds_max, h.bounds_max + 3, bounds.max);
  if (!a.tree_boxes.empty() && !BoxContains(bounds, a.tree_boxes.back())) {
    return NavmeshBroken("header: the box tree sticks out of the bounds");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckNavmesh(const NavmeshArrays& arrays) {
  WS_RETURN_IF_ERROR(CheckCounts(arrays));
  WS_RETURN_IF_ERROR(CheckHeader(arrays));
  WS_RETURN_IF_ERROR(CheckTreeShape(arrays));
  WS_RETURN_IF_ERROR(CheckVertices(arrays));
  WS_RETURN_IF_ERROR(CheckTree(arrays));
  return PolyCheck(arrays).Run();
}

}  // namespace waystone
