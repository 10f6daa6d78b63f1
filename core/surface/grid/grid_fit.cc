#include "core/surface/grid/grid_fit.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/str_cat.h"
#include "core/geom/aabb.h"
#include "core/grid/grid_changes.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr double kRounding = 1.0 / 64;  // [cells] of corners as float32, at most 16 km from the map's origin

// The line between cells that a place lies on, counted from the first; none if there is none.
std::optional<uint32_t> LineAt(double at_m, double first_m, double cell_size_m, uint32_t last) {
  const double at = (at_m - first_m) / cell_size_m;
  const double line = std::round(at);
  if (!(line >= 0 && line <= last && std::abs(at - line) <= kRounding)) return std::nullopt;
  return static_cast<uint32_t>(line);
}

// Whether the polygon, which is convex, has all four corners of its bounds.
bool IsRectangle(const NavmeshView& mesh, PolyId poly, const Aabb& bounds) {
  uint32_t corners = 0;  // a bit each
  for (const NavEdge& edge : mesh.edges(poly)) {
    const Vec3 vertex(mesh.vertex(VertexId(edge.vertex)));
    const bool is_left = vertex.x == bounds.min.x;
    const bool is_top = vertex.z == bounds.min.z;
    const bool is_corner = (is_left || vertex.x == bounds.max.x) && (is_top || vertex.z == bounds.max.z);
    if (is_corner) corners |= 1U << ((is_left ? 0 : 1) + (is_top ? 0 : 2));
  }
  return corners == 0xf;
}

}  // namespace

std::optional<CellRect> RectOf(const NavmeshView& mesh, PolyId poly, const GridHeader& grid) {
  const Aabb bounds = PolyBounds(mesh, poly);
  if (!IsRectangle(mesh, poly, bounds)) return std::nullopt;
  const auto left = LineAt(bounds.min.x, grid.corner_x_m, grid.cell_size_m, grid.columns);
  const auto right = LineAt(bounds.max.x, grid.corner_x_m, grid.cell_size_m, grid.columns);
  const auto top = LineAt(bounds.min.z, grid.corner_z_m, grid.cell_size_m, grid.rows);
  const auto bottom = LineAt(bounds.max.z, grid.corner_z_m, grid.cell_size_m, grid.rows);
  if (!left || !right || !top || !bottom) return std::nullopt;
  return CellRect{*left, *top, *right - *left, *bottom - *top};
}

namespace {

// Takes the cells of a rectangle from those that are left. False if one of them is not free.
bool Take(const CellRect& rect, uint32_t stride_words, std::vector<uint64_t>& left) {
  const uint32_t first = rect.column + 1;  // the border's bit comes first
  const uint32_t last = rect.column + rect.columns;
  for (uint32_t row = rect.row; row < rect.row + rect.rows; ++row) {
    for (uint32_t word = first / 64; word <= last / 64; ++word) {
      uint64_t mask = ~uint64_t{0};
      if (word == first / 64) mask &= ~uint64_t{0} << (first % 64);
      if (word == last / 64) mask &= ~uint64_t{0} >> (63 - last % 64);
      uint64_t& cells = left[size_t{row + 1} * stride_words + word];
      if ((cells & mask) != mask) return false;
      cells &= ~mask;
    }
  }
  return true;
}

}  // namespace

absl::Status CheckGridFits(const GridView& grid, const NavmeshView& mesh) {
  const BitLines shape{grid.rows(), grid.columns()};
  const uint64_t* const free = grid.bits().row_words;
  std::vector<uint64_t> left(free, free + shape.WordCount());
  for (uint32_t i = 0; i < mesh.poly_count(); ++i) {
    const std::optional<CellRect> rect = RectOf(mesh, PolyId(i), grid.header());
    if (!rect) return absl::DataLossError(StrCat("navmesh polys[", i, "]: no rectangle of the grid's cells"));
    if (Take(*rect, shape.StrideWords(), left)) continue;
    return absl::DataLossError(StrCat("navmesh polys[", i, "]: over a cell that is blocked, or another's"));
  }
  if (std::ranges::all_of(left, [](uint64_t cells) { return cells == 0; })) return absl::OkStatus();
  return absl::DataLossError("navmesh polys: there is none under some of the grid's free cells");
}

}  // namespace waystone
