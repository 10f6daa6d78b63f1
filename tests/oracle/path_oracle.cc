#include "tests/oracle/path_oracle.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <queue>

#include "core/base/check.h"
#include "core/graph/union_find.h"

namespace waystone {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kMaxCoordinate = 1 << 14;

// A place along a walk: numerator / denominator of the path, the denominator positive.
struct Fraction {
  int64_t numerator = 0;
  int64_t denominator = 1;
  friend bool operator<(const Fraction& a, const Fraction& b) {
    return a.numerator * b.denominator < b.numerator * a.denominator;
  }
};

int64_t Cross(LatticePoint a, LatticePoint b, LatticePoint c) {
  return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}
int64_t Dot(LatticePoint a, LatticePoint b, LatticePoint c) {
  return (b.x - a.x) * (c.x - a.x) + (b.z - a.z) * (c.z - a.z);
}

Fraction Max(Fraction a, Fraction b) { return a < b ? b : a; }

struct Span {
  Fraction first;
  Fraction last;
};

// Which part of the walk from `a` to `b` lies on the closed side p-q.
std::optional<Span> OnSide(LatticePoint a, LatticePoint b, LatticePoint p, LatticePoint q) {
  const int64_t side_a = Cross(p, q, a);
  const int64_t side_b = Cross(p, q, b);
  if (a == b) {
    if (side_a != 0 || Dot(a, p, q) > 0) return std::nullopt;
    return Span{{0, 1}, {1, 1}};
  }
  if (side_a == 0 && side_b == 0) {
    const int64_t whole = Dot(a, b, b);
    int64_t first = Dot(a, b, p);
    int64_t last = Dot(a, b, q);
    if (first > last) std::swap(first, last);
    if (last < 0 || first > whole) return std::nullopt;
    return Span{{std::max<int64_t>(first, 0), whole}, {std::min(last, whole), whole}};
  }
  if ((side_a > 0 && side_b > 0) || (side_a < 0 && side_b < 0) || side_a == side_b) return std::nullopt;
  const int64_t left = Cross(a, b, p);
  const int64_t right = Cross(a, b, q);
  if ((left > 0 && right > 0) || (left < 0 && right < 0)) return std::nullopt;
  Fraction at{side_a, side_a - side_b};
  if (at.denominator < 0) at = {-at.numerator, -at.denominator};
  return Span{at, at};
}

}  // namespace

PathOracle::PathOracle(const NavmeshView& mesh, double scale, const LinkView& links, uint64_t abilities)
    : mesh_(mesh), scale_(scale) {
  for (const NavLink& link : links.all()) {
    if (MayUse(link, abilities)) links_.push_back(link);
  }
  UnionFind pieces(mesh.poly_count());
  for (const NavEdge& edge : mesh.arrays().edges) {
    if (edge.twin != kNoEdge) pieces.Join(edge.poly, mesh.edge(EdgeId(edge.twin)).poly);
  }
  for (uint32_t poly = 0; poly < mesh.poly_count(); ++poly) piece_of_.push_back(pieces.Root(poly));
  const auto corner_count = static_cast<uint32_t>(mesh.arrays().edges.size());
  for (uint32_t e = 0; e < corner_count; ++e) {
    corner_at_.push_back(ToLattice(mesh.EdgeStart(EdgeId(e))));
    corner_poly_.push_back(mesh.edge(EdgeId(e)).poly);
    corners_by_[corner_at_.back()].push_back(e);
  }
  for (const NavLink& link : links_) {
    corner_at_.push_back(ToLattice(Vec3(link.end[0], link.end[1], link.end[2])));
    corner_poly_.push_back(link.end_poly);
  }
  for (uint32_t i = 0; i < corner_at_.size(); ++i) {
    arcs_.push_back(ArcsFrom(corner_poly_[i], corner_at_[i]));
  }
}

bool PathOracle::IsOnLattice(const Vec3& point) const {
  const double x = point.x * scale_;
  const double z = point.z * scale_;
  return x == std::round(x) && z == std::round(z) && std::abs(x) < kMaxCoordinate &&
         std::abs(z) < kMaxCoordinate;
}

LatticePoint PathOracle::ToLattice(const Vec3& point) const {
  WS_CHECK(IsOnLattice(point));
  return {std::llround(point.x * scale_), std::llround(point.z * scale_)};
}

double PathOracle::Distance_m(LatticePoint a, LatticePoint b) const {
  const auto dx = static_cast<double>(b.x - a.x);
  const auto dz = static_cast<double>(b.z - a.z);
  return std::sqrt(dx * dx + dz * dz) / scale_;
}

std::vector<uint32_t> PathOracle::StraightWalk(uint32_t poly, LatticePoint from, LatticePoint to) const {
  // Per polygon the first moment of the walk at which one can be in it. Label correcting.
  std::vector<std::optional<Fraction>> arrival(mesh_.poly_count());
  std::queue<uint32_t> open;
  arrival[poly] = Fraction{0, 1};
  open.push(poly);
  while (!open.empty()) {
    const uint32_t at = open.front();
    open.pop();
    const NavPoly& p = mesh_.poly(PolyId(at));
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      const uint32_t twin = mesh_.edge(EdgeId(e)).twin;
      if (twin == kNoEdge) continue;
      const auto span = OnSide(from, to, corner_at_[e], corner_at_[mesh_.Next(EdgeId(e)).value()]);
      if (!span || span->last < *arrival[at]) continue;
      const Fraction moment = Max(span->first, *arrival[at]);
      std::optional<Fraction>& there = arrival[mesh_.edge(EdgeId(twin)).poly];
      if (there && !(moment < *there)) continue;
      there = moment;
      open.push(mesh_.edge(EdgeId(twin)).poly);
    }
  }
  std::vector<uint32_t> polys;
  for (uint32_t i = 0; i < mesh_.poly_count(); ++i) {
    if (!arrival[i]) continue;
    bool inside = true;
    const NavPoly& p = mesh_.poly(PolyId(i));
    for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
      inside = inside && Cross(corner_at_[e], corner_at_[mesh_.Next(EdgeId(e)).value()], to) >= 0;
    }
    if (inside) polys.push_back(i);
  }
  return polys;
}

std::vector<PathOracle::Arc> PathOracle::ArcsFrom(uint32_t poly, LatticePoint from) const {
  std::vector<Arc> arcs;
  for (const auto& [to, corners] : corners_by_) {
    const auto is_near = [&](uint32_t corner) { return AreOfOnePiece(corner_poly_[corner], poly); };
    if (std::ranges::none_of(corners, is_near)) continue;
    const std::vector<uint32_t> polys = StraightWalk(poly, from, to);
    for (const uint32_t corner : corners) {
      for (const uint32_t reached : polys) {
        if (mesh_.edge(EdgeId(corner)).poly == reached) arcs.push_back({corner, Distance_m(from, to)});
      }
    }
  }
  const size_t first_link = corner_at_.size() - links_.size();
  for (size_t i = 0; i < links_.size(); ++i) {
    const NavLink& link = links_[i];
    if (!AreOfOnePiece(link.start_poly, poly)) continue;
    const LatticePoint at = ToLattice(Vec3(link.start[0], link.start[1], link.start[2]));
    for (const uint32_t reached : StraightWalk(poly, from, at)) {
      if (reached != link.start_poly) continue;
      arcs.push_back({static_cast<uint32_t>(first_link + i), Distance_m(from, at) + LinkCost_m(link)});
    }
  }
  return arcs;
}

double PathOracle::Length(const NavLocation& start, const NavLocation& goal) const {
  const LatticePoint from = ToLattice(start.point);
  const LatticePoint to = ToLattice(goal.point);
  const auto reaches_goal = [&](uint32_t poly, LatticePoint at) {
    if (!AreOfOnePiece(poly, goal.poly.value())) return false;
    for (const uint32_t reached : StraightWalk(poly, at, to)) {
      if (reached == goal.poly.value()) return true;
    }
    return false;
  };
  double best_m = reaches_goal(start.poly.value(), from) ? Distance_m(from, to) : kInfinite;
  std::vector<double> distance_m(arcs_.size(), kInfinite);
  using Entry = std::pair<double, uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto relax = [&](const std::vector<Arc>& arcs, double so_far_m) {
    for (const Arc& arc : arcs) {
      if (so_far_m + arc.length_m >= distance_m[arc.to]) continue;
      distance_m[arc.to] = so_far_m + arc.length_m;
      open.push({distance_m[arc.to], arc.to});
    }
  };
  relax(ArcsFrom(start.poly.value(), from), 0);
  while (!open.empty() && open.top().first < best_m) {
    const auto [so_far_m, corner] = open.top();
    open.pop();
    if (so_far_m > distance_m[corner]) continue;
    if (reaches_goal(corner_poly_[corner], corner_at_[corner])) {
      best_m = std::min(best_m, so_far_m + Distance_m(corner_at_[corner], to));
    }
    relax(arcs_[corner], so_far_m);
  }
  return best_m;
}

}  // namespace waystone
