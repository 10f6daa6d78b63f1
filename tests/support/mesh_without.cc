#include "tests/support/mesh_without.h"

#include <algorithm>

#include "bake/navmesh/navmesh_builder.h"
#include "core/base/check.h"
#include "tests/support/ascii_navmesh.h"
#include "tests/support/random_meshes.h"

namespace waystone {

void TakenAway::Fill(const NavmeshView& mesh, const LinkView& links_of_mesh, Exclusions& exclusions) const {
  exclusions.Begin(mesh, links_of_mesh);
  for (const PolyId poly : named) exclusions.BlockPoly(poly);
  for (const LinkId link : links) exclusions.CloseLink(link);
  exclusions.BlockAreas(areas);
}

TakenAway TakeSome(const NavmeshView& mesh, const LinkView& links, Random& random) {
  TakenAway taken;
  const double chance = random.NextInRange(0, 0.3);
  if (random.NextBelow(3) == 0) taken.areas = uint64_t{1} << (1 + random.NextBelow(3));
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) {
    const bool is_named = random.NextUnit() < chance;
    if (is_named) taken.named.emplace_back(p);
    taken.blocked.push_back(is_named || (taken.areas >> mesh.poly(PolyId(p)).area & 1) != 0);
  }
  for (uint32_t i = 0; i < links.size(); ++i) {
    if (random.NextBelow(3) == 0) taken.links.emplace_back(i);
  }
  return taken;
}

MeshWithout BuildWithout(const PolygonSoup& soup, const NavmeshView& mesh, const LinkView& links,
                         const TakenAway& taken) {
  std::vector<PolyId> poly_of_soup(soup.polygons.size());
  for (uint32_t p = 0; p < mesh.poly_count(); ++p) poly_of_soup[mesh.poly(PolyId(p)).external_id] = PolyId(p);
  PolygonSoup left = soup;
  left.polygons.clear();
  std::vector<uint32_t> place(soup.polygons.size(), kNoNeighbour);
  for (uint32_t i = 0; i < soup.polygons.size(); ++i) {
    if (taken.blocked[poly_of_soup[i].value()]) continue;
    place[i] = static_cast<uint32_t>(left.polygons.size());
    left.polygons.push_back(soup.polygons[i]);
  }
  for (SoupPolygon& poly : left.polygons) {
    for (uint32_t& neighbour : poly.neighbours) {
      if (neighbour != kNoNeighbour) neighbour = place[neighbour];
    }
  }
  MeshWithout result;
  result.poly_of.resize(mesh.poly_count());
  if (left.polygons.empty()) return result;
  const absl::StatusOr<NavmeshData> data = BuildNavmesh(left);
  WS_CHECK(data.ok());
  result.data = *data;
  const NavmeshView view = ViewOf(result.data);
  for (uint32_t p = 0; p < view.poly_count(); ++p) {
    result.poly_of[poly_of_soup[view.poly(PolyId(p)).external_id].value()] = PolyId(p);
  }
  std::vector<NavLink> kept;
  for (uint32_t i = 0; i < links.size(); ++i) {
    NavLink link = links.link(LinkId(i));
    const PolyId start = result.poly_of[link.start_poly];
    const PolyId end = result.poly_of[link.end_poly];
    const bool is_closed = std::count(taken.links.begin(), taken.links.end(), LinkId(i)) > 0;
    if (is_closed || start.IsNone() || end.IsNone()) continue;
    link.start_poly = start.value();
    link.end_poly = end.value();
    link.reverse = kNoLink;
    kept.push_back(link);
  }
  result.links = SortedLinks(view, kept);
  return result;
}

}  // namespace waystone
