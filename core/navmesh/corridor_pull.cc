#include "core/navmesh/corridor_pull.h"

#include "core/geom/exact_orient.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

// The bends of the shortest path, in scratch.turns.
void PullEdges(const NavmeshView& mesh, Vec2 from, std::span<const EdgeId> crossed, Vec2 to,
               PullScratch& scratch) {
  scratch.edges.clear();
  for (const EdgeId side : crossed) {
    // The side ends where its twin starts, so no polygon is looked at.
    const NavEdge& edge = mesh.edge(side);
    scratch.edges.push_back(
        {Vec3(mesh.EdgeStart(EdgeId(edge.twin))).Plane(), Vec3(mesh.EdgeStart(side)).Plane()});
  }
  scratch.funnel.Pull(from, scratch.edges, to, scratch.turns);
}

// Appends the turns of a stretch pulled taut, and its end.
void PullStretch(const NavmeshView& mesh, const NavLocation& from, std::span<const EdgeId> crossed,
                 const NavLocation& to, PullScratch& scratch, std::vector<NavLocation>& turns) {
  PullEdges(mesh, from.point.Plane(), crossed, to.point.Plane(), scratch);
  // Heights wait for the polygon, its triangles and their corners, one after the other: this prefetches for
  // all turns at once.
  const NavmeshView::Arrays& arrays = mesh.arrays();
  const auto corner_of = [&](const FunnelTurn& turn) {
    return turn.at_left ? mesh.Next(crossed[turn.edge]) : crossed[turn.edge];
  };
  for (const FunnelTurn& turn : scratch.turns) {
    __builtin_prefetch(&arrays.polys[mesh.edge(crossed[turn.edge]).poly]);
  }
  for (const FunnelTurn& turn : scratch.turns) {
    const NavPoly& poly = arrays.polys[mesh.edge(crossed[turn.edge]).poly];
    __builtin_prefetch(arrays.detail_triangles.data() + poly.first_detail_triangle);
    __builtin_prefetch(arrays.detail_vertices.data() + poly.first_detail_vertex);
  }
  for (const FunnelTurn& turn : scratch.turns) turns.push_back(CornerPlace(mesh, corner_of(turn)));
  turns.push_back(to);
}

}  // namespace

NavLocation LinkStart(const NavLink& link) {
  return {PolyId(link.start_poly), Vec3(link.start[0], link.start[1], link.start[2])};
}
NavLocation LinkEnd(const NavLink& link) {
  return {PolyId(link.end_poly), Vec3(link.end[0], link.end[1], link.end[2])};
}

NavLocation CornerPlace(const NavmeshView& mesh, EdgeId corner) {
  const PolyId poly(mesh.edge(corner).poly);
  Vec3 at(mesh.EdgeStart(corner));
  at.y = HeightOnPoly(mesh, poly, at.Plane());
  return {poly, at};
}

void FinishTurns(const LinkView& links, SurfacePath& result) {
  std::vector<NavLocation>& turns = result.turns;
  size_t kept = 1;
  auto use = result.links.begin();
  for (size_t i = 1; i < turns.size(); ++i) {
    if (use != result.links.end() && i > use->turn + 1U) ++use;
    const bool starts_link = use != result.links.end() && i == use->turn;
    const Vec2 before = turns[kept - 1].point.Plane();
    const Vec2 at = turns[i].point.Plane();
    const bool is_end = i + 1 == turns.size();
    const Vec2 after = turns[is_end ? i : i + 1].point.Plane();
    const bool is_straight =
        !is_end && !starts_link && OrientSign(before, at, after) == 0 && Dot(at - before, after - at) >= 0;
    if (is_straight) continue;
    if (starts_link) use->turn = static_cast<uint32_t>(kept);
    turns[kept++] = turns[i];
    if (starts_link) turns[kept++] = turns[++i];
  }
  turns.resize(kept);
  result.plane_length_m = 0;
  for (size_t i = 1; i < kept; ++i) {
    result.plane_length_m += PlaneDistance(turns[i - 1].point, turns[i].point);
  }
  result.cost_m = result.plane_length_m;
  for (const LinkUse& link : result.links) {
    const double straight_m = PlaneDistance(turns[link.turn].point, turns[link.turn + 1U].point);
    result.cost_m += LinkCost_m(links.link(link.link)) - straight_m;
  }
}

void PullCorridor(const AnyAngleEnds& ends, PullScratch& scratch, SurfacePath& result,
                  std::span<const PullStop> stops) {
  result.turns.assign(1, ends.start);
  size_t crossed = 0;
  const auto pull_to = [&](size_t end, const NavLocation& to) {
    const NavLocation from = result.turns.back();
    const auto stretch = std::span(result.crossed).subspan(crossed, end - crossed);
    PullStretch(ends.mesh, from, stretch, to, scratch, result.turns);
    crossed = end;
  };
  auto stop = stops.begin();
  for (LinkUse& use : result.links) {
    // A side is crossed right after its stop, so a link that ends in the stop's polygon comes before it.
    for (; stop != stops.end() && stop->crossed < use.crossed; ++stop) pull_to(stop->crossed, stop->at);
    const NavLink& record = ends.links.link(use.link);
    pull_to(use.crossed, LinkStart(record));
    use.turn = static_cast<uint32_t>(result.turns.size() - 1);
    result.turns.push_back(LinkEnd(record));
  }
  for (; stop != stops.end(); ++stop) pull_to(stop->crossed, stop->at);
  pull_to(result.crossed.size(), ends.goal);
  FinishTurns(ends.links, result);
}

double TautLength_m(const NavmeshView& mesh, Vec2 from, std::span<const EdgeId> crossed, Vec2 to,
                    PullScratch& scratch) {
  PullEdges(mesh, from, crossed, to, scratch);
  double length_m = 0;
  Vec2 at = from;
  for (const FunnelTurn& turn : scratch.turns) {
    const FunnelEdge& edge = scratch.edges[turn.edge];
    const Vec2 next = turn.at_left ? edge.left : edge.right;
    length_m += Distance(at, next);
    at = next;
  }
  return length_m + Distance(at, to);
}

}  // namespace waystone
