#include "core/query/walk_cut.h"

#include <algorithm>
#include <vector>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

constexpr int kHalvings = 30;

// [m] How far along the line in the plane each side is crossed; ascending.
std::vector<double> CrossingArcs(const NavmeshView& mesh, std::span<const NavLocation> turns,
                                 std::span<const EdgeId> crossed) {
  std::vector<double> arcs;
  arcs.reserve(crossed.size());
  double before_m = 0;
  for (size_t leg = 1; leg < turns.size(); ++leg) {
    const Vec2 from = turns[leg - 1].point.Plane();
    const Vec2 to = turns[leg].point.Plane();
    const double leg_m = Distance(from, to);
    while (arcs.size() < crossed.size()) {
      const EdgeId edge = crossed[arcs.size()];
      // As in AppendGroundLine: sides at the turn itself belong to the next leg.
      if (PolyId(mesh.edge(edge).poly) == turns[leg].poly) break;
      const Vec2 a = Vec3(mesh.EdgeStart(edge)).Plane();
      const Vec2 b = Vec3(mesh.EdgeEnd(edge)).Plane();
      const Vec2 at = a + (b - a) * CrossingFraction(from, to, a, b);
      const double arc_m = before_m + std::min(Distance(from, at), leg_m);
      arcs.push_back(arcs.empty() ? arc_m : std::max(arc_m, arcs.back()));
    }
    before_m += leg_m;
  }
  arcs.resize(crossed.size(), before_m);
  return arcs;
}

}  // namespace

WalkCut CutWalk(const NavmeshView& mesh, std::span<const NavLocation> turns, std::span<const EdgeId> crossed,
                std::span<const Vec3> points, double length_m) {
  const std::vector<double> arcs = CrossingArcs(mesh, turns, crossed);
  WalkCut cut;
  double left_m = length_m;
  double plane_m = 0;
  size_t k = 1;  // the end lies before point k
  for (; k + 1 < points.size(); ++k) {
    const double step_m = Distance(points[k - 1], points[k]);
    if (step_m > left_m) break;
    left_m -= step_m;
    plane_m += PlaneDistance(points[k - 1], points[k]);
  }
  cut.points_kept = k;
  const Vec3& from = points[k - 1];
  const double piece_m = PlaneDistance(from, points[k]);
  // The polygon after so many sides.
  const auto poly_behind = [&](auto arc) {
    cut.crossed_kept = static_cast<size_t>(arc - arcs.begin());
    if (cut.crossed_kept == 0) return turns.front().poly;
    return PolyId(mesh.edge(EdgeId(mesh.edge(crossed[cut.crossed_kept - 1]).twin)).poly);
  };
  const auto ground_at = [&](double share) {
    const PolyId poly = poly_behind(std::upper_bound(arcs.begin(), arcs.end(), plane_m + share * piece_m));
    const Vec2 at = from.Plane() + (points[k].Plane() - from.Plane()) * share;
    const double height_m = poly.IsNone() ? from.y : HeightOnPoly(mesh, poly, at);
    return NavLocation{poly, {at.x, height_m, at.z}};
  };
  double fits = 0;
  double too_far = 1;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (fits + too_far) / 2;
    (Distance(from, ground_at(middle).point) <= left_m ? fits : too_far) = middle;
  }
  // A point at a side has the height of the polygon before it.
  cut.end = fits > 0 ? ground_at(fits)
                     : NavLocation{poly_behind(std::lower_bound(arcs.begin(), arcs.end(), plane_m)), from};
  double whole_m = plane_m;
  for (size_t i = k; i < points.size(); ++i) whole_m += PlaneDistance(points[i - 1], points[i]);
  cut.plane_share = whole_m == 0 ? 0 : (plane_m + fits * piece_m) / whole_m;
  return cut;
}

}  // namespace waystone
