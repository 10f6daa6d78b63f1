// A search from all polygons with points at once gives every polygon its nearest point. At a side where the
// grounds of two sets of points meet, a walk over the side joins them; sides are taken by the length of that
// walk.

#include "bake/skeleton/piece_joiner.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/navmesh/surface_queries.h"
#include "core/navmesh/two_way.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kFarSpacings = 4;  // from points is uncovered ground
constexpr double kSamePlace_m = 1 / 64.0;

}  // namespace

PieceJoiner::PieceJoiner(const NavmeshView& mesh, const LinkView& links, const SurfacePieces& pieces,
                         const StepCaster& caster, double max_arc_m, LaunchCaster& launch)
    : mesh_(mesh),
      links_(links),
      pieces_(pieces),
      caster_(caster),
      max_arc_m_(max_arc_m),
      launch_(launch),
      passage_done_(pieces.passages.size(), false),
      side_tried_(mesh.arrays().edges.size(), false),
      poly_tried_(mesh.poly_count(), false),
      middle_(mesh.poly_count(), kNoLaunchPoint) {}

Vec2 PieceJoiner::MiddleOf(PolyId poly) const {
  const NavPoly& p = mesh_.poly(poly);
  Vec2 sum{0, 0};
  for (uint32_t k = 0; k < p.edge_count; ++k) {
    sum = sum + Vec3(mesh_.EdgeStart(EdgeId(p.first_edge + k))).Plane();
  }
  return sum * (1.0 / p.edge_count);
}

Vec2 PieceJoiner::MiddleOf(EdgeId side) const {
  return (Vec3(mesh_.EdgeStart(side)).Plane() + Vec3(mesh_.EdgeEnd(side)).Plane()) * 0.5;
}

NavLocation PieceJoiner::On(PolyId poly, Vec2 at) const {
  return {poly, {at.x, HeightOnPoly(mesh_, poly, at), at.z}};
}

bool PieceJoiner::AreJoined(uint32_t a, uint32_t b) {
  joined_.Grow(static_cast<uint32_t>(launch_.graph().points.size()));
  return joined_.AreJoined(a, b);
}

void PieceJoiner::Connect(uint32_t a, uint32_t b) {
  launch_.graph().ConnectExtra({a, b});
  launch_.graph().ConnectExtra({b, a});
  joined_.Grow(static_cast<uint32_t>(launch_.graph().points.size()));
  joined_.Join(a, b);
  has_added_ = true;
}

std::vector<NavLocation> PieceJoiner::FreePath(uint32_t from, const NavLocation& end) {
  const Vec3 start = launch_.LocationOf(from).point;
  const auto steps =
      static_cast<uint32_t>(std::max(1.0, std::ceil(PlaneDistance(start, end.point) / max_arc_m_)));
  std::vector<NavLocation> path;
  Vec3 last = start;
  for (uint32_t step = 1; step <= steps; ++step) {
    const Vec2 next = start.Plane() + (end.point - start).Plane() * (double{1} * step / steps);
    path.push_back(step == steps ? end : On(end.poly, next));
    if (!caster_.IsClear(last, path.back().point, launch_.workspace())) {
      ++blocked_;
      return {};
    }
    last = path.back().point;
  }
  return path;
}

uint32_t PieceJoiner::ExtendTo(uint32_t from, const NavLocation& at) {
  if (PlaneDistance(launch_.LocationOf(from).point, at.point) < kSamePlace_m) return from;
  const std::vector<NavLocation> path = FreePath(from, at);
  if (path.empty()) return kNoLaunchPoint;
  for (const NavLocation& place : path) {
    const uint32_t point = launch_.AddPoint(place);
    Connect(from, point);
    from = point;
  }
  return from;
}

void PieceJoiner::ConnectInSteps(uint32_t from, uint32_t to, PolyId poly) {
  const std::vector<NavLocation> path = FreePath(from, {poly, launch_.LocationOf(to).point});
  if (path.empty()) return;
  for (size_t k = 0; k + 1 < path.size(); ++k) {
    const uint32_t point = launch_.AddPoint(path[k]);
    Connect(from, point);
    from = point;
  }
  Connect(from, to);
}

bool PieceJoiner::AddPassages() {
  std::vector<bool> is_reached(mesh_.poly_count(), false);  // by piece
  for (const LaunchPoint& point : launch_.graph().points) is_reached[pieces_.of_poly[point.poly]] = true;
  bool has_any = false;
  for (size_t k = 0; k < pieces_.passages.size(); ++k) {
    const PiecePassage& passage = pieces_.passages[k];
    if (passage_done_[k] || !is_reached[passage.from_piece]) continue;
    passage_done_[k] = true;
    has_any = true;
    NavLocation start;
    NavLocation end;
    if (passage.link != kNoLink) {
      const NavLink& link = links_.link(LinkId(passage.link));
      start = {PolyId(link.start_poly), {link.start[0], link.start[1], link.start[2]}};
      end = {PolyId(link.end_poly), {link.end[0], link.end[1], link.end[2]}};
    } else {
      const PolyId beyond(mesh_.edge(EdgeId(mesh_.edge(passage.side).twin)).poly);
      start = On(PolyId(mesh_.edge(passage.side).poly), MiddleOf(passage.side));
      end = On(beyond, MiddleOf(beyond));
    }
    const uint32_t from = launch_.AddPoint(start);
    const uint32_t to = launch_.AddPoint(end);
    launch_.graph().ConnectExtra({from, to, passage.link});
    launch_.JoinLattice(from);
    launch_.JoinLattice(to);
  }
  return has_any;
}

void PieceJoiner::ListPoints() {
  const std::vector<LaunchPoint>& points = launch_.graph().points;
  rows_.assign(mesh_.poly_count() + size_t{1}, 0);
  for (const LaunchPoint& point : points) ++rows_[point.poly + size_t{1}];
  std::partial_sum(rows_.begin(), rows_.end(), rows_.begin());
  points_.resize(points.size());
  std::vector<uint32_t> next(rows_.begin(), rows_.end() - 1);
  for (uint32_t p = 0; p < points.size(); ++p) points_[next[points[p].poly]++] = p;
}

void PieceJoiner::JoinByArcs() {
  const LaunchGraph& graph = launch_.graph();
  joined_.Reset(static_cast<uint32_t>(graph.points.size()));
  for (uint32_t p = 0; p < graph.points.size(); ++p) {
    const LaunchPoint& point = graph.points[p];
    for (uint32_t d = 0; d < kDirectionCount; ++d) {
      if ((point.out & point.in & 1U << d) != 0) joined_.Join(p, point.neighbours[d]);
    }
  }
  std::vector<std::pair<uint32_t, uint32_t>> extra;
  for (const ExtraArc& arc : graph.extra_arcs) extra.emplace_back(arc.from, arc.to);
  std::ranges::sort(extra);
  for (const auto& [from, to] : extra) {
    if (std::ranges::binary_search(extra, std::pair(to, from))) joined_.Join(from, to);
  }
}

void PieceJoiner::JoinWithinPolys() {
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    for (uint32_t k = rows_[poly] + 1; k < rows_[poly + 1]; ++k) {
      const uint32_t first = points_[k - 1];
      if (AreJoined(first, points_[k])) continue;
      ConnectInSteps(first, points_[k], PolyId(poly));
    }
  }
}

void PieceJoiner::ReachPolys() {
  reach_.Begin(mesh_.poly_count());
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    if (rows_[poly] != rows_[poly + 1]) reach_.Reach(poly, 0, kNoEdge);
  }
  for (uint32_t poly = reach_.Settle(); poly != reach_.kNone; poly = reach_.Settle()) {
    const double cost_m = reach_.CostOf(poly);
    const Vec2 middle = MiddleOf(PolyId(poly));
    const NavPoly& p = mesh_.poly(PolyId(poly));
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      if (!IsTwoWay(mesh_, EdgeId(e))) continue;
      const uint32_t beyond = mesh_.edge(EdgeId(mesh_.edge(EdgeId(e)).twin)).poly;
      const Vec2 side = MiddleOf(EdgeId(e));
      reach_.Reach(beyond, cost_m + Distance(middle, side) + Distance(side, MiddleOf(PolyId(beyond))), e);
    }
  }
}

uint32_t PieceJoiner::PointOn(uint32_t poly, Vec2 at) {
  // Back to a polygon with points, then forth from middle to middle.
  std::vector<EdgeId> path;
  uint32_t source = poly;
  while (rows_[source] == rows_[source + 1] && middle_[source] == kNoLaunchPoint) {
    path.emplace_back(reach_.Before(source));
    source = mesh_.edge(path.back()).poly;
  }
  uint32_t point = middle_[source];
  if (point == kNoLaunchPoint) {
    const Vec2 towards = path.empty() ? at : MiddleOf(path.back());
    double nearest_m = kInfinite;
    for (uint32_t k = rows_[source]; k < rows_[source + 1]; ++k) {
      const double apart_m = Distance(launch_.LocationOf(points_[k]).point.Plane(), towards);
      if (apart_m >= nearest_m) continue;
      nearest_m = apart_m;
      point = points_[k];
    }
  }
  while (!path.empty() && point != kNoLaunchPoint) {
    const EdgeId side = path.back();
    path.pop_back();
    const PolyId beyond(mesh_.edge(EdgeId(mesh_.edge(side).twin)).poly);
    point = ExtendTo(point, On(PolyId(mesh_.edge(side).poly), MiddleOf(side)));
    if (point == kNoLaunchPoint) break;
    point = ExtendTo(point, On(beyond, MiddleOf(beyond)));
    if (point == kNoLaunchPoint) break;
    middle_[beyond.value()] = point;
    launch_.JoinLattice(point);
  }
  return point;
}

void PieceJoiner::JoinAcrossSides() {
  std::vector<Bridge> bridges;
  const std::span<const NavEdge> edges = mesh_.arrays().edges;
  const auto nearest_to = [&](uint32_t poly) {
    while (rows_[poly] == rows_[poly + 1]) poly = mesh_.edge(EdgeId(reach_.Before(poly))).poly;
    return points_[rows_[poly]];
  };
  for (uint32_t e = 0; e < edges.size(); ++e) {
    const uint32_t a = edges[e].poly;
    if (edges[e].twin == kNoEdge || e > edges[e].twin || side_tried_[e] || !IsTwoWay(mesh_, EdgeId(e)))
      continue;
    const uint32_t b = edges[edges[e].twin].poly;
    if (!reach_.IsReached(a) || AreJoined(nearest_to(a), nearest_to(b))) continue;
    const Vec2 side = MiddleOf(EdgeId(e));
    bridges.push_back({reach_.CostOf(a) + Distance(MiddleOf(PolyId(a)), side) +
                           Distance(side, MiddleOf(PolyId(b))) + reach_.CostOf(b),
                       EdgeId(e)});
  }
  std::ranges::sort(bridges, {}, [](const Bridge& a) { return std::tuple(a.cost_m, a.side); });
  for (const Bridge& bridge : bridges) {
    const uint32_t a = mesh_.edge(bridge.side).poly;
    const uint32_t b = mesh_.edge(EdgeId(mesh_.edge(bridge.side).twin)).poly;
    if (AreJoined(nearest_to(a), nearest_to(b))) continue;
    side_tried_[bridge.side.value()] = true;
    const NavLocation middle = On(PolyId(a), MiddleOf(bridge.side));
    const uint32_t from = PointOn(a, middle.point.Plane());
    const uint32_t to = PointOn(b, middle.point.Plane());
    if (from == kNoLaunchPoint || to == kNoLaunchPoint || AreJoined(from, to)) continue;
    const uint32_t between = ExtendTo(from, middle);
    if (between == kNoLaunchPoint) continue;
    ConnectInSteps(between, to, PolyId(b));
  }
}

void PieceJoiner::CoverFarPolys() {
  const double far_m = kFarSpacings * launch_.graph().spacing_m;
  std::vector<bool> leads_on(mesh_.poly_count(), false);
  const auto is_far = [&](uint32_t poly) { return reach_.IsReached(poly) && reach_.CostOf(poly) > far_m; };
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    if (is_far(poly)) leads_on[mesh_.edge(EdgeId(reach_.Before(poly))).poly] = true;
  }
  for (uint32_t poly = 0; poly < mesh_.poly_count(); ++poly) {
    if (!is_far(poly) || leads_on[poly] || poly_tried_[poly] || middle_[poly] != kNoLaunchPoint) continue;
    poly_tried_[poly] = true;
    PointOn(poly, MiddleOf(PolyId(poly)));
  }
}

bool PieceJoiner::JoinPieces() {
  has_added_ = false;
  std::ranges::fill(middle_, kNoLaunchPoint);
  ListPoints();
  JoinByArcs();
  JoinWithinPolys();
  ReachPolys();
  JoinAcrossSides();
  CoverFarPolys();
  return has_added_;
}

}  // namespace waystone
