// Passes over the arrays in an order in which each pass may rely on those before it: header and counts, then
// offsets (so that every polygon's records lie in range), then edges, shapes, flags, details, areas, boxes.
#include "core/navmesh/navmesh_check.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"
#include "core/navmesh/polygon_shape.h"
#include "core/navmesh/vertex_fans.h"

namespace waystone {
namespace {

using Arrays = NavmeshView::Arrays;

template <typename... Parts>
absl::Status Broken(const Parts&... parts) {
  return absl::DataLossError(absl::StrCat("navmesh ", parts...));
}

bool InRange(float value) { return std::abs(value) <= kNavMaxCoordinate_m; }  // false for NaN
bool InRange(const Vec3f& v) { return InRange(v.x) && InRange(v.y) && InRange(v.z); }
bool InRange(const float (&v)[3]) { return InRange(v[0]) && InRange(v[1]) && InRange(v[2]); }

// Finite and in [0, kNavMaxCoordinate_m].
bool IsSize(float value) { return value >= 0 && value <= kNavMaxCoordinate_m; }

absl::Status CheckCounts(const Arrays& a) {
  const NavmeshHeader& h = a.header;
  const auto check = [](const char* name, uint64_t stated, uint64_t found) -> absl::Status {
    if (stated == found) return absl::OkStatus();
    return Broken("header: ", name, " is ", stated, " but the array has ", found);
  };
  WS_RETURN_IF_ERROR(check("poly_count", h.poly_count, a.polys.size()));
  WS_RETURN_IF_ERROR(check("edge_count", h.edge_count, a.edges.size()));
  WS_RETURN_IF_ERROR(check("vertex_count", h.vertex_count, a.vertices.size()));
  WS_RETURN_IF_ERROR(check("detail_vertex_count", h.detail_vertex_count, a.detail_vertices.size()));
  WS_RETURN_IF_ERROR(check("detail_triangle_count", h.detail_triangle_count, a.detail_triangles.size()));
  return check("poly_count", h.poly_count, a.area_prefix_m2.size());
}

absl::Status CheckHeader(const Arrays& a) {
  const NavmeshHeader& h = a.header;
  if (!InRange(h.bounds_min) || !InRange(h.bounds_max) || !InRange(h.tile_origin)) {
    return Broken("header: bounds or tile_origin is not finite or beyond ", kNavMaxCoordinate_m, " m");
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (h.bounds_min[axis] > h.bounds_max[axis]) return Broken("header: bounds_min above bounds_max");
  }
  if (!IsSize(h.cell_size_m) || !IsSize(h.cell_height_m) || !IsSize(h.tile_size_m) ||
      !IsSize(h.max_climb_m)) {
    return Broken("header: cell_size_m, cell_height_m, tile_size_m or max_climb_m is not in [0, ",
                  kNavMaxCoordinate_m, "]");
  }
  for (uint32_t word : h.reserved) {
    if (word != 0) return Broken("header: reserved is not zero");
  }
  return absl::OkStatus();
}

// Level sizes follow from the polygon count; see NavmeshHeader.
absl::Status CheckTreeShape(const Arrays& a) {
  const NavmeshHeader& h = a.header;
  uint64_t begin = 0;
  uint32_t level = 0;
  for (uint64_t below = h.poly_count; below > 0 && (level == 0 || below > 1); ++level) {
    below = (below + kNavTreeFanout - 1) / kNavTreeFanout;
    if (level >= kNavMaxTreeLevels) return Broken("header: more than ", kNavMaxTreeLevels, " tree levels");
    if (h.tree_level_begin[level] != begin) return Broken("header: tree_level_begin[", level, "] is wrong");
    begin += below;
  }
  if (h.tree_level_count != level) {
    return Broken("header: tree_level_count is ", h.tree_level_count, ", not ", level);
  }
  for (; level <= kNavMaxTreeLevels; ++level) {
    if (h.tree_level_begin[level] != begin) return Broken("header: tree_level_begin[", level, "] is wrong");
  }
  if (a.tree_boxes.size() != begin) {
    return Broken("tree_boxes: ", a.tree_boxes.size(), " records, not ", begin);
  }
  return absl::OkStatus();
}

// Every polygon's records follow those of the polygon before it, without gaps.
absl::Status CheckPolys(const Arrays& a) {
  uint64_t edge = 0;
  uint64_t detail_vertex = 0;
  uint64_t detail_triangle = 0;
  for (uint32_t i = 0; i < a.polys.size(); ++i) {
    const NavPoly& p = a.polys[i];
    if (p.first_edge != edge)
      return Broken("polys[", i, "]: first_edge does not follow the previous polygon");
    if (p.first_detail_vertex != detail_vertex || p.first_detail_triangle != detail_triangle) {
      return Broken("polys[", i, "]: first detail record does not follow the previous polygon");
    }
    if (p.edge_count < 3 || p.edge_count > kNavMaxPolyEdges) {
      return Broken("polys[", i, "]: edge_count ", p.edge_count, " is not in [3, ", kNavMaxPolyEdges, "]");
    }
    if (p.detail_vertex_count > kNavMaxDetailVertices) {
      return Broken("polys[", i, "]: detail_vertex_count is above ", kNavMaxDetailVertices);
    }
    if (p.detail_triangle_count == 0) return Broken("polys[", i, "]: no detail triangles");
    if (p.area == 0 || p.area > kNavMaxArea) return Broken("polys[", i, "]: area is not in [1, 63]");
    if (p.reserved != 0) return Broken("polys[", i, "]: reserved is not zero");
    edge += p.edge_count;
    detail_vertex += p.detail_vertex_count;
    detail_triangle += p.detail_triangle_count;
  }
  if (edge != a.edges.size()) return Broken("polys: edges of all polygons do not sum to edge_count");
  if (detail_vertex != a.detail_vertices.size() || detail_triangle != a.detail_triangles.size()) {
    return Broken("polys: detail records of all polygons do not sum to their counts");
  }
  return absl::OkStatus();
}

absl::Status CheckVertices(const Arrays& a) {
  for (uint32_t i = 0; i < a.vertices.size(); ++i) {
    if (!InRange(a.vertices[i])) return Broken("vertices[", i, "]: not finite or too far from the origin");
  }
  for (uint32_t i = 0; i < a.detail_vertices.size(); ++i) {
    if (!InRange(a.detail_vertices[i])) {
      return Broken("detail_vertices[", i, "]: not finite or too far from the origin");
    }
  }
  return absl::OkStatus();
}

// Fields of each edge on its own.
absl::Status CheckEdges(const Arrays& a) {
  constexpr uint16_t kKnownFlags = kNavEdgeStartsAtBorder | kNavEdgeStartIsSplit | kNavEdgeStartIsPinched;
  for (uint32_t i = 0; i < a.polys.size(); ++i) {
    const NavPoly& p = a.polys[i];
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      const NavEdge& edge = a.edges[e];
      if (edge.poly != i) return Broken("edges[", e, "]: poly is not its polygon ", i);
      if (edge.vertex >= a.vertices.size()) return Broken("edges[", e, "]: vertex out of range");
      if (edge.twin != kNoEdge && edge.twin >= a.edges.size()) {
        return Broken("edges[", e, "]: twin out of range");
      }
      if ((edge.flags & ~kKnownFlags) != 0 || edge.reserved != 0) {
        return Broken("edges[", e, "]: unknown flag or reserved not zero");
      }
    }
  }
  return absl::OkStatus();
}

uint32_t EndVertex(const Arrays& a, uint32_t edge) {
  const NavPoly& p = a.polys[a.edges[edge].poly];
  const uint32_t next = edge + 1 == p.first_edge + p.edge_count ? p.first_edge : edge + 1;
  return a.edges[next].vertex;
}

absl::Status CheckTwins(const Arrays& a) {
  for (uint32_t e = 0; e < a.edges.size(); ++e) {
    const NavEdge& edge = a.edges[e];
    if (edge.twin == kNoEdge) continue;
    const NavEdge& twin = a.edges[edge.twin];
    if (twin.poly == edge.poly) return Broken("edges[", e, "]: twin belongs to the same polygon");
    if (twin.vertex != EndVertex(a, e) || EndVertex(a, edge.twin) != edge.vertex) {
      return Broken("edges[", e, "]: twin does not lie over the same two vertices");
    }
    if (twin.twin != e && twin.twin != kNoEdge) return Broken("edges[", e, "]: twin leads to a third edge");
  }
  return absl::OkStatus();
}

// A vertex with an open side must be flagged; all edges leaving one vertex agree.
absl::Status CheckBorderFlags(const Arrays& a) {
  enum : uint8_t { kOpen = 1, kFlagged = 2, kUnflagged = 4 };
  std::vector<uint8_t> seen(a.vertices.size(), 0);
  for (uint32_t e = 0; e < a.edges.size(); ++e) {
    const NavEdge& edge = a.edges[e];
    seen[edge.vertex] |= (edge.flags & kNavEdgeStartsAtBorder) != 0 ? kFlagged : kUnflagged;
    if (edge.twin == kNoEdge) {
      seen[edge.vertex] |= kOpen;
      seen[EndVertex(a, e)] |= kOpen;
    }
  }
  for (uint32_t v = 0; v < seen.size(); ++v) {
    if (seen[v] == (kOpen | kUnflagged)) return Broken("vertices[", v, "]: on a border but not flagged");
    if ((seen[v] & (kFlagged | kUnflagged)) == (kFlagged | kUnflagged)) {
      return Broken("vertices[", v, "]: edges disagree whether it is on a border");
    }
    if (seen[v] == 0) return Broken("vertices[", v, "]: used by no polygon");
  }
  return absl::OkStatus();
}

absl::Status CheckPinchFlags(const Arrays& a) {
  const std::vector<uint8_t> pinched =
      PinchedVertices(a.edges, a.polys, static_cast<uint32_t>(a.vertices.size()));
  for (uint32_t e = 0; e < a.edges.size(); ++e) {
    const bool flagged = (a.edges[e].flags & kNavEdgeStartIsPinched) != 0;
    if (flagged != (pinched[a.edges[e].vertex] != 0)) {
      return Broken("edges[", e, "]: the flag of a pinched start is ", flagged ? "set" : "missing");
    }
  }
  return absl::OkStatus();
}

// Splits lie on the line of their neighbours, and without them there is still a polygon.
absl::Status CheckSplits(const Arrays& a, uint32_t poly, std::span<const Vec2> corners, double tolerance_m) {
  const size_t n = corners.size();
  size_t real_corners = 0;
  for (size_t k = 0; k < n; ++k) {
    const NavEdge& edge = a.edges[a.polys[poly].first_edge + k];
    if ((edge.flags & kNavEdgeStartIsSplit) == 0) {
      ++real_corners;
      continue;
    }
    const Vec2 before = corners[k == 0 ? n - 1 : k - 1];
    const Vec2 after = corners[k + 1 == n ? 0 : k + 1];
    if (std::abs(Orient(before, corners[k], after)) > tolerance_m * Distance(before, after)) {
      return Broken("polys[", poly, "]: split corner ", k, " does not lie on a side");
    }
  }
  if (real_corners < 3) return Broken("polys[", poly, "]: fewer than 3 corners are not splits");
  return absl::OkStatus();
}

// Shapes, splits, and the area prefix.
absl::Status CheckShapes(const Arrays& a) {
  const double tolerance_m = 2 * NavTolerance_m(a.header);
  double total_m2 = 0;
  Vec2 corner[kNavMaxPolyEdges];
  for (uint32_t i = 0; i < a.polys.size(); ++i) {
    const NavPoly& p = a.polys[i];
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      corner[k] = Vec3(a.vertices[a.edges[p.first_edge + k].vertex]).Plane();
    }
    const std::span<const Vec2> corners(corner, p.edge_count);
    if (const char* fault = PolygonFault(corners, tolerance_m)) return Broken("polys[", i, "]: ", fault);
    WS_RETURN_IF_ERROR(CheckSplits(a, i, corners, tolerance_m));
    total_m2 += 0.5 * TwiceArea(corners);
    const double stated_m2 = a.area_prefix_m2[i];
    if (!(std::abs(stated_m2 - total_m2) <= 1e-9 * (1 + total_m2))) {
      return Broken("area_prefix_m2[", i, "]: not the area of polygons 0..", i);
    }
    if (i > 0 && stated_m2 < a.area_prefix_m2[i - 1]) return Broken("area_prefix_m2[", i, "]: falls");
  }
  return absl::OkStatus();
}

absl::Status CheckDetails(const Arrays& a) {
  for (uint32_t i = 0; i < a.polys.size(); ++i) {
    const NavPoly& p = a.polys[i];
    const uint32_t corners = uint32_t{p.edge_count} + p.detail_vertex_count;
    for (uint32_t t = p.first_detail_triangle; t < p.first_detail_triangle + p.detail_triangle_count; ++t) {
      const uint16_t(&corner)[3] = a.detail_triangles[t].corner;
      if (corner[0] >= corners || corner[1] >= corners || corner[2] >= corners) {
        return Broken("detail_triangles[", t, "]: corner out of range in polygon ", i);
      }
    }
  }
  return absl::OkStatus();
}

bool Contains(const NavBox& box, const Vec3f& v) {
  return v.x >= box.min[0] && v.x <= box.max[0] && v.y >= box.min[1] && v.y <= box.max[1] &&
         v.z >= box.min[2] && v.z <= box.max[2];
}

bool Contains(const NavBox& box, const NavBox& inner) {
  return Contains(box, Vec3f{inner.min[0], inner.min[1], inner.min[2]}) &&
         Contains(box, Vec3f{inner.max[0], inner.max[1], inner.max[2]});
}

absl::Status CheckLeafBoxes(const Arrays& a) {
  for (uint32_t i = 0; i < a.polys.size(); ++i) {
    const NavPoly& p = a.polys[i];
    const NavBox& box = a.tree_boxes[i / kNavTreeFanout];
    bool inside = true;
    for (uint32_t k = 0; k < p.edge_count; ++k) {
      inside = inside && Contains(box, a.vertices[a.edges[p.first_edge + k].vertex]);
    }
    for (uint32_t k = 0; k < p.detail_vertex_count; ++k) {
      inside = inside && Contains(box, a.detail_vertices[p.first_detail_vertex + k]);
    }
    if (!inside) return Broken("tree_boxes[", i / kNavTreeFanout, "]: polygon ", i, " sticks out");
  }
  return absl::OkStatus();
}

absl::Status CheckTree(const Arrays& a) {
  const NavmeshHeader& h = a.header;
  for (uint32_t b = 0; b < a.tree_boxes.size(); ++b) {
    if (!InRange(a.tree_boxes[b].min) || !InRange(a.tree_boxes[b].max)) {
      return Broken("tree_boxes[", b, "]: not finite or too far from the origin");
    }
  }
  WS_RETURN_IF_ERROR(CheckLeafBoxes(a));
  for (uint32_t level = 1; level < h.tree_level_count; ++level) {
    const uint32_t children_begin = h.tree_level_begin[level - 1];
    for (uint32_t b = children_begin; b < h.tree_level_begin[level]; ++b) {
      const uint32_t parent = h.tree_level_begin[level] + (b - children_begin) / kNavTreeFanout;
      if (!Contains(a.tree_boxes[parent], a.tree_boxes[b])) {
        return Broken("tree_boxes[", parent, "]: box ", b, " sticks out");
      }
    }
  }
  NavBox bounds;
  std::copy(h.bounds_min, h.bounds_min + 3, bounds.min);
  std::copy(h.bounds_max, h.bounds_max + 3, bounds.max);
  if (!a.tree_boxes.empty() && !Contains(bounds, a.tree_boxes.back())) {
    return Broken("header: the box tree sticks out of the bounds");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status CheckNavmesh(const Arrays& arrays) {
  WS_RETURN_IF_ERROR(CheckCounts(arrays));
  WS_RETURN_IF_ERROR(CheckHeader(arrays));
  WS_RETURN_IF_ERROR(CheckTreeShape(arrays));
  WS_RETURN_IF_ERROR(CheckPolys(arrays));
  WS_RETURN_IF_ERROR(CheckVertices(arrays));
  WS_RETURN_IF_ERROR(CheckEdges(arrays));
  WS_RETURN_IF_ERROR(CheckTwins(arrays));
  WS_RETURN_IF_ERROR(CheckBorderFlags(arrays));
  WS_RETURN_IF_ERROR(CheckPinchFlags(arrays));
  WS_RETURN_IF_ERROR(CheckShapes(arrays));
  WS_RETURN_IF_ERROR(CheckDetails(arrays));
  return CheckTree(arrays);
}

}  // namespace waystone
