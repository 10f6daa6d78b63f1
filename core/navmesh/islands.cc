#include "core/navmesh/islands.h"

#include "core/graph/union_find.h"

namespace waystone {

Islands FindIslands(const NavmeshView& mesh) {
  const uint32_t count = mesh.poly_count();
  UnionFind sets(count);
  for (uint32_t p = 0; p < count; ++p) {
    for (const NavEdge& edge : mesh.edges(PolyId(p))) {
      if (edge.twin != kNoEdge) sets.Join(p, mesh.edge(EdgeId(edge.twin)).poly);
    }
  }
  Islands islands;
  islands.of_poly.resize(count);
  double before_m2 = 0;
  for (uint32_t p = 0; p < count; ++p) {
    const uint32_t root = sets.Root(p);  // the lowest: it has been numbered
    if (root == p) {
      islands.of_poly[p] = islands.count++;
      islands.area_m2.push_back(0);
    } else {
      islands.of_poly[p] = islands.of_poly[root];
    }
    const double until_m2 = mesh.arrays().area_prefix_m2[p];
    islands.area_m2[islands.of_poly[p]] += until_m2 - before_m2;
    before_m2 = until_m2;
  }
  return islands;
}

}  // namespace waystone
