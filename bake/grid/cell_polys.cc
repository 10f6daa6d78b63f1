#include "bake/grid/cell_polys.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/geom/aabb.h"

namespace waystone {

std::vector<uint32_t> PolysOfCells(const GridView& grid, const NavmeshView& mesh) {
  const GridHeader& h = grid.header();
  std::vector<uint32_t> poly_of(size_t{h.columns} * h.rows, kNoCellPoly);
  const auto line = [&](double at_m, double corner_m) {
    return static_cast<uint32_t>(std::lround((at_m - corner_m) / h.cell_size_m));
  };
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    Aabb bounds;
    const NavPoly& poly = mesh.poly(PolyId(p));
    for (uint32_t k = 0; k < poly.edge_count; ++k) {
      bounds.Extend(Vec3(mesh.arrays().vertices[mesh.arrays().edges[poly.first_edge + k].vertex]));
    }
    const uint32_t first = line(bounds.min.x, h.corner_x_m);
    const uint32_t count = line(bounds.max.x, h.corner_x_m) - first;
    const uint32_t end_row = line(bounds.max.z, h.corner_z_m);
    for (uint32_t row = line(bounds.min.z, h.corner_z_m); row < end_row; ++row) {
      std::fill_n(poly_of.begin() + static_cast<ptrdiff_t>(size_t{row} * h.columns + first), count, p);
    }
  }
  return poly_of;
}

}  // namespace waystone
