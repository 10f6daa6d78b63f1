#include "bake/skeleton/surface_pieces.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/geom/segment.h"
#include "core/graph/union_find.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

constexpr size_t kMaxMeeting = 64;  // polygons about one place

std::vector<uint32_t> PieceOfPolys(const NavmeshView& mesh) {
  UnionFind pieces(mesh.poly_count());
  const std::span<const NavEdge> edges = mesh.arrays().edges;
  for (uint32_t e = 0; e < edges.size(); ++e) {
    if (IsTwoWay(mesh, EdgeId(e))) pieces.Join(edges[e].poly, edges[edges[e].twin].poly);
  }
  return std::move(pieces).Labels();
}

}  // namespace

bool IsSameGround(const NavmeshView& mesh, uint32_t poly, const NavLocation& place) {
  if (poly == place.poly.value()) return true;
  const Vec2 at = place.point.Plane();
  const double near_m = 2 * mesh.tolerance_m();
  std::vector<uint32_t> reached = {poly};
  for (size_t k = 0; k < reached.size() && k < kMaxMeeting; ++k) {
    if (reached[k] == place.poly.value()) return true;
    const NavPoly& p = mesh.poly(PolyId(reached[k]));
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      const Vec2 start = Vec3(mesh.EdgeStart(EdgeId(e))).Plane();
      const Vec2 end = Vec3(mesh.EdgeEnd(EdgeId(e))).Plane();
      if (!IsTwoWay(mesh, EdgeId(e)) || SegmentDistance(start, end, at) > near_m) continue;
      const uint32_t beyond = mesh.edge(EdgeId(mesh.edge(EdgeId(e)).twin)).poly;
      if (std::ranges::find(reached, beyond) == reached.end()) reached.push_back(beyond);
    }
  }
  return false;
}

SurfacePieces FindPieces(const NavmeshView& mesh, const LinkView& links, uint64_t abilities) {
  SurfacePieces pieces{PieceOfPolys(mesh), {}};
  std::vector<PiecePassage>& passages = pieces.passages;
  for (uint32_t k = 0; k < links.size(); ++k) {
    const NavLink& link = links.link(LinkId(k));
    const PiecePassage passage{pieces.of_poly[link.start_poly], pieces.of_poly[link.end_poly],
                               LinkCost_m(link), k, EdgeId::None()};
    if (MayUse(link, abilities) && passage.from_piece != passage.to_piece) passages.push_back(passage);
  }
  const std::span<const NavEdge> edges = mesh.arrays().edges;
  for (uint32_t e = 0; e < edges.size(); ++e) {
    if (edges[e].twin == kNoEdge || IsTwoWay(mesh, EdgeId(e))) continue;
    const PiecePassage passage{pieces.of_poly[edges[e].poly], pieces.of_poly[edges[edges[e].twin].poly], 0,
                               kNoLink, EdgeId(e)};
    if (passage.from_piece != passage.to_piece) passages.push_back(passage);
  }
  std::ranges::sort(passages, {}, [](const PiecePassage& a) {
    return std::tuple(a.from_piece, a.to_piece, a.cost_m, a.link, a.side);
  });
  const auto is_same_pair = [](const PiecePassage& a, const PiecePassage& b) {
    return a.from_piece == b.from_piece && a.to_piece == b.to_piece;
  };
  passages.erase(std::unique(passages.begin(), passages.end(), is_same_pair), passages.end());
  return pieces;
}

}  // namespace waystone
