#include "tests/oracle/slow_walks.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "core/geom/triangle.h"

namespace waystone {
namespace {

// 0 inside.
double PlaneDistanceToPoly(const NavmeshView& mesh, uint32_t poly, Vec2 at) {
  const NavPoly& p = mesh.poly(PolyId(poly));
  bool inside = true;
  double nearest_sq = INFINITY;
  for (uint32_t e = p.first_edge; e < p.first_edge + p.edge_count; ++e) {
    const Vec3 a = mesh.EdgeStart(EdgeId(e));
    const Vec3 b = mesh.EdgeEnd(EdgeId(e));
    inside = inside && Orient(a.Plane(), b.Plane(), at) >= 0;
    nearest_sq = std::min(nearest_sq, ClosestOnSegment(a, b, at).distance_sq_m2);
  }
  return inside ? 0 : std::sqrt(nearest_sq);
}

std::set<uint32_t> Neighbours(const NavmeshView& mesh, uint32_t poly) {
  std::set<uint32_t> found;
  for (const NavEdge& edge : mesh.edges(PolyId(poly))) {
    if (edge.twin != kNoEdge) found.insert(mesh.edge(EdgeId(edge.twin)).poly);
  }
  return found;
}

// Those within `reach_m` of the point that hang together with `from`.
std::set<uint32_t> Around(const NavmeshView& mesh, const std::set<uint32_t>& from, Vec2 at, double reach_m) {
  std::set<uint32_t> around;
  std::vector<uint32_t> open(from.begin(), from.end());
  while (!open.empty()) {
    const uint32_t poly = open.back();
    open.pop_back();
    if (PlaneDistanceToPoly(mesh, poly, at) > reach_m || !around.insert(poly).second) continue;
    for (uint32_t next : Neighbours(mesh, poly)) open.push_back(next);
  }
  return around;
}

}  // namespace

double WalkFractionBySteps(const NavmeshView& mesh, const NavLocation& start, Vec2 target, double step_m) {
  const Vec2 from = start.point.Plane();
  const int steps = static_cast<int>(std::ceil(Distance(from, target) / step_m));
  std::set<uint32_t> here = {start.poly.value()};
  for (int k = 1; k <= steps; ++k) {
    const Vec2 at = from + (target - from) * (static_cast<double>(k) / steps);
    std::set<uint32_t> next;
    for (uint32_t poly : Around(mesh, here, at, step_m)) {
      if (PlaneDistanceToPoly(mesh, poly, at) <= 1e-9) next.insert(poly);
    }
    if (next.empty()) return static_cast<double>(k - 1) / steps;
    here = next;
  }
  return 1;
}

double SlideDistanceByRounds(const NavmeshView& mesh, const NavLocation& start, Vec2 target) {
  const Vec2 centre = (start.point.Plane() + target) * 0.5;
  const double radius_m = Distance(start.point.Plane(), target) * 0.5;
  std::set<uint32_t> reached = {start.poly.value()};
  for (size_t before = 0; before != reached.size();) {
    before = reached.size();
    for (uint32_t e = 0; e < mesh.arrays().edges.size(); ++e) {
      const NavEdge& edge = mesh.edge(EdgeId(e));
      if (edge.twin == kNoEdge || reached.count(edge.poly) == 0) continue;
      const PlaneHit side = ClosestOnSegment(mesh.EdgeStart(EdgeId(e)), mesh.EdgeEnd(EdgeId(e)), centre);
      if (std::sqrt(side.distance_sq_m2) <= radius_m) reached.insert(mesh.edge(EdgeId(edge.twin)).poly);
    }
  }
  double nearest_m = INFINITY;
  for (uint32_t poly : reached) nearest_m = std::min(nearest_m, PlaneDistanceToPoly(mesh, poly, target));
  return nearest_m;
}

}  // namespace waystone
