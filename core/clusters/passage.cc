#include "core/clusters/passage.h"

namespace waystone {

PassageEnds EndsOf(const NavmeshView& mesh, const LinkView& links, Passage passage) {
  if (passage.IsLink()) {
    const NavLink& link = links.link(LinkId(passage.index()));
    return {link.start_poly, link.end_poly, StartOf(link), EndOf(link), LinkCost_m(link)};
  }
  const EdgeId side(passage.index());
  const NavEdge& edge = mesh.edge(side);
  const EdgeId twin(edge.twin);
  const Vec2 middle = (Vec3(mesh.EdgeStart(side)).Plane() + Vec3(mesh.EdgeStart(twin)).Plane()) * 0.5;
  return {edge.poly, mesh.edge(twin).poly, middle, middle, 0};
}

Passage FindPassage(const ClusterGround& ground, uint32_t from, uint32_t to) {
  const auto& [mesh, links, abilities] = ground;
  const NavPoly& poly = mesh.poly(PolyId(from));
  for (uint32_t side = poly.first_edge; side < poly.first_edge + poly.edge_count; ++side) {
    const uint32_t twin = mesh.edge(EdgeId(side)).twin;
    if (twin != kNoEdge && mesh.edge(EdgeId(twin)).poly == to) return Passage::OfSide(side);
  }
  Passage cheapest;
  double cost_m = 0;
  uint32_t id = links.FirstOf(PolyId(from)).value();
  for (const NavLink& link : links.Of(PolyId(from))) {
    const bool leads_there = link.end_poly == to && MayUse(link, abilities);
    if (leads_there && (cheapest.IsNone() || LinkCost_m(link) < cost_m)) {
      cheapest = Passage::OfLink(id);
      cost_m = LinkCost_m(link);
    }
    ++id;
  }
  return cheapest;
}

}  // namespace waystone
