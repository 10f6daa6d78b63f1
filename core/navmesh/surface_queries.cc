#include "core/navmesh/surface_queries.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/check.h"
#include "core/geom/triangle.h"

namespace waystone {
namespace {

// Squared distance from `value` to [min, max], after `slack` is taken off it.
double GapSquared(double value, double min, double max, double slack) {
  const double gap = std::max({min - value, value - max, 0.0});
  const double rest = std::max(gap - slack, 0.0);
  return rest * rest;
}

bool AdmitAll(PolyId) { return true; }

// Walks the box tree and keeps the nearest distance so far.
class NearestSearch {
 public:
  NearestSearch(const NavmeshView& mesh, const Vec3& point, const Aabb& box, double radius_m,
                absl::FunctionRef<bool(PolyId)> admit)
      : mesh_(mesh),
        point_(point),
        box_(box),
        radius_sq_m2_(radius_m * radius_m),
        climb_m_(mesh.arrays().header.max_climb_m),
        admit_(admit) {}

  std::optional<NavLocation> Run(std::vector<uint32_t>& stack) {
    const NavmeshHeader& h = mesh_.arrays().header;
    if (h.tree_level_count == 0) return std::nullopt;
    if (FindUnder()) return best_;
    stack.clear();
    stack.push_back(h.tree_level_begin[h.tree_level_count - 1]);
    while (!stack.empty()) {
      const uint32_t box = stack.back();
      stack.pop_back();
      if (Bound(mesh_.arrays().tree_boxes[box]) > best_sq_m2_) continue;
      uint32_t level = 0;
      while (box >= h.tree_level_begin[level + 1]) ++level;
      const uint32_t first_child = (box - h.tree_level_begin[level]) * kNavTreeFanout;
      if (level == 0) {
        ConsiderLeaf(first_child, std::min(first_child + kNavTreeFanout, h.poly_count));
      } else {
        PushNearestLast(h.tree_level_begin[level - 1] + first_child, h.tree_level_begin[level], stack);
      }
    }
    return best_;
  }

 private:
  // Most queried points lie on the surface: if polygons have the point straight above or below them within
  // climb_m_, one of those is the nearest, and no distance in the plane needs to be known. Visits polygons in
  // the order of their ids, so that one at the height of the point ends the search. Returns false if there is
  // none.
  bool FindUnder() {
    struct Open {
      uint32_t level;
      uint32_t index;
    };
    const NavmeshHeader& h = mesh_.arrays().header;
    Open stack[kNavMaxTreeLevels * kNavTreeFanout];
    size_t size = 0;
    stack[size++] = {h.tree_level_count - 1, 0};
    while (size > 0) {
      const Open open = stack[--size];
      if (!IsWithin(mesh_.arrays().tree_boxes[h.tree_level_begin[open.level] + open.index])) continue;
      const uint32_t first = open.index * kNavTreeFanout;
      if (open.level == 0) {
        for (uint32_t i = first; i < std::min(first + kNavTreeFanout, h.poly_count); ++i) {
          if (!IsOverPoly(mesh_, PolyId(i), point_.Plane())) continue;
          Consider(PolyId(i), {{point_.x, 0, point_.z}, 0}, climb_m_);
          if (best_ && best_true_sq_m2_ == 0) return true;
        }
        continue;
      }
      const uint32_t count = h.tree_level_begin[open.level] - h.tree_level_begin[open.level - 1];
      for (uint32_t child = std::min(first + kNavTreeFanout, count); child-- > first;) {
        stack[size++] = {open.level - 1, child};
      }
    }
    return best_ && best_sq_m2_ == 0;
  }

  // Whether the point lies in the box, or above or below it by no more than climb_m_, and by no more than the
  // nearest polygon found so far.
  bool IsWithin(const NavBox& b) const {
    if (point_.x < b.min[0] || point_.x > b.max[0] || point_.z < b.min[2] || point_.z > b.max[2])
      return false;
    const double rise_m = std::max({b.min[1] - point_.y, point_.y - b.max[1], 0.0});
    return rise_m <= climb_m_ && rise_m * rise_m <= best_true_sq_m2_;
  }

  // Children on the stack with the most promising one on top.
  void PushNearestLast(uint32_t first, uint32_t level_end, std::vector<uint32_t>& stack) const {
    double bound[kNavTreeFanout];
    const size_t bottom = stack.size();
    for (uint32_t child = first; child < std::min(first + kNavTreeFanout, level_end); ++child) {
      const double child_bound = Bound(mesh_.arrays().tree_boxes[child]);
      if (child_bound > best_sq_m2_) continue;
      size_t place = stack.size();
      stack.push_back(child);
      bound[place - bottom] = child_bound;
      for (; place > bottom && bound[place - 1 - bottom] < child_bound; --place) {
        std::swap(stack[place], stack[place - 1]);
        std::swap(bound[place - bottom], bound[place - 1 - bottom]);
      }
    }
  }

  // No polygon of the box is closer than this (squared); infinite if the box lies outside the query's.
  double Bound(const NavBox& b) const {
    if (b.min[0] > box_.max.x || b.max[0] < box_.min.x || b.min[1] > box_.max.y || b.max[1] < box_.min.y ||
        b.min[2] > box_.max.z || b.max[2] < box_.min.z) {
      return INFINITY;
    }
    return GapSquared(point_.x, b.min[0], b.max[0], 0) + GapSquared(point_.y, b.min[1], b.max[1], climb_m_) +
           GapSquared(point_.z, b.min[2], b.max[2], 0);
  }

  // Squared distance in the plane beyond which no polygon counts.
  double Limit() const { return std::min(best_sq_m2_, radius_sq_m2_); }

  // Polygons straight above or below come first: heights are expensive, and one known rules out most others.
  void ConsiderLeaf(uint32_t first, uint32_t end) {
    PlaneHit beside[kNavTreeFanout];
    for (uint32_t i = first; i < end; ++i) {
      beside[i - first].distance_sq_m2 = INFINITY;
      const PlaneHit hit = ClosestInPlane(mesh_, PolyId(i), point_.Plane(), Limit());
      if (hit.distance_sq_m2 == 0) {
        Consider(PolyId(i), hit, climb_m_);
      } else {
        beside[i - first] = hit;
      }
    }
    for (uint32_t i = first; i < end; ++i) {
      if (beside[i - first].distance_sq_m2 <= Limit()) Consider(PolyId(i), beside[i - first], 0);
    }
  }

  void Consider(PolyId id, const PlaneHit& hit, double slack_m) {
    Vec3 nearest = hit.point;
    nearest.y = HeightOnPoly(mesh_, id, nearest.Plane());
    const double rise_m = std::abs(nearest.y - point_.y);
    const double counted_m = std::max(rise_m - slack_m, 0.0);
    const double distance_sq_m2 = hit.distance_sq_m2 + counted_m * counted_m;
    // A place on a common side lies on both polygons, to rounding.
    const double true_sq_m2 = hit.distance_sq_m2 + (rise_m <= mesh_.tolerance_m() ? 0 : rise_m * rise_m);
    const bool closer = !best_ || std::tuple(distance_sq_m2, true_sq_m2, id) <
                                      std::tuple(best_sq_m2_, best_true_sq_m2_, best_->poly);
    if (!closer || !box_.Contains(nearest) || !admit_(id)) return;
    best_sq_m2_ = distance_sq_m2;
    best_true_sq_m2_ = true_sq_m2;
    best_ = NavLocation{id, nearest};
  }

  const NavmeshView& mesh_;
  const Vec3 point_;
  const Aabb box_;
  const double radius_sq_m2_;
  const double climb_m_;
  const absl::FunctionRef<bool(PolyId)> admit_;
  double best_sq_m2_ = std::numeric_limits<double>::max();  // as counted, with climb_m_ taken off
  double best_true_sq_m2_ = std::numeric_limits<double>::max();
  std::optional<NavLocation> best_;
};

}  // namespace

bool IsOverPoly(const NavmeshView& mesh, PolyId id, Vec2 at) {
  const NavPoly& poly = mesh.poly(id);
  Vec2 from = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + poly.edge_count - 1))).Plane();
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    const Vec2 to = Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))).Plane();
    if (Orient(from, to, at) < 0) return false;
    from = to;
  }
  return true;
}

std::optional<NavLocation> NearestPoly(const NavmeshView& mesh, const Vec3& point, const Aabb& box,
                                       SurfaceWorkspace& workspace) {
  return NearestSearch(mesh, point, box, INFINITY, AdmitAll).Run(workspace.stack);
}

std::optional<NavLocation> NearestPolyWithin(const NavmeshView& mesh, const Vec3& point, double radius_m,
                                             double below_m, double above_m, SurfaceWorkspace& workspace) {
  return NearestPolyWithin(mesh, point, radius_m, below_m, above_m, AdmitAll, workspace);
}

std::optional<NavLocation> NearestPolyWithin(const NavmeshView& mesh, const Vec3& point, double radius_m,
                                             double below_m, double above_m,
                                             absl::FunctionRef<bool(PolyId)> admit,
                                             SurfaceWorkspace& workspace) {
  const Aabb box{{point.x - radius_m, point.y - below_m, point.z - radius_m},
                 {point.x + radius_m, point.y + above_m, point.z + radius_m}};
  return NearestSearch(mesh, point, box, radius_m, admit).Run(workspace.stack);
}

// Only sides that have the point on their outer side can be nearest to it; how far it lies beyond the line of
// any of them is a bound.
PlaneHit ClosestInPlane(const NavmeshView& mesh, PolyId id, Vec2 at, double limit_sq_m2) {
  const NavPoly& poly = mesh.poly(id);
  Vec3 from = mesh.EdgeStart(EdgeId(poly.first_edge + poly.edge_count - 1));
  PlaneHit best{{at.x, 0, at.z}, INFINITY};
  bool inside = true;
  for (uint32_t k = 0; k < poly.edge_count; ++k) {
    const Vec3 to = mesh.EdgeStart(EdgeId(poly.first_edge + k));
    const double beyond = Orient(from.Plane(), to.Plane(), at);
    if (beyond < 0) {
      inside = false;
      const Vec2 side = to.Plane() - from.Plane();
      if (beyond * beyond > limit_sq_m2 * Dot(side, side)) return best;
      const PlaneHit hit = ClosestOnSegment(from, to, at);
      if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
    }
    from = to;
  }
  if (inside) best.distance_sq_m2 = 0;
  return best;
}

Vec3 ClosestPointOnPoly(const NavmeshView& mesh, PolyId poly, const Vec3& point) {
  Vec3 nearest = ClosestInPlane(mesh, poly, point.Plane()).point;
  nearest.y = HeightOnPoly(mesh, poly, nearest.Plane());
  return nearest;
}

double HeightOnPoly(const NavmeshView& mesh, PolyId id, Vec2 at) {
  const NavPoly& poly = mesh.poly(id);
  const std::span<const NavDetailTriangle> triangles =
      mesh.arrays().detail_triangles.subspan(poly.first_detail_triangle, poly.detail_triangle_count);
  for (const NavDetailTriangle& t : triangles) {
    const std::optional<double> height =
        HeightOnTriangle(DetailCorner(mesh, poly, t.corner[0]), DetailCorner(mesh, poly, t.corner[1]),
                         DetailCorner(mesh, poly, t.corner[2]), at);
    if (height) return *height;
  }
  PlaneHit best{{}, INFINITY};
  for (const NavDetailTriangle& t : triangles) {
    const Vec3 a = DetailCorner(mesh, poly, t.corner[0]);
    const Vec3 b = DetailCorner(mesh, poly, t.corner[1]);
    const Vec3 c = DetailCorner(mesh, poly, t.corner[2]);
    if (PlaneDistanceBound(a, b, c, at) >= best.distance_sq_m2) continue;
    const PlaneHit hit = ClosestOnTriangle(a, b, c, at);
    if (hit.distance_sq_m2 < best.distance_sq_m2) best = hit;
  }
  return best.point.y;
}

Vec2 PlaneChoice(const NavmeshView& mesh, PolyId id, double area_m2, double v) {
  // The area chooses the triangle of the polygon's fan; what is left of it, the place in it.
  double rest_m2 = area_m2;
  const NavPoly& poly = mesh.poly(id);
  const auto corner = [&](uint32_t k) { return Vec3(mesh.EdgeStart(EdgeId(poly.first_edge + k))).Plane(); };
  uint32_t k = 2;
  double fan_m2 = 0.5 * Orient(corner(0), corner(1), corner(2));
  while (rest_m2 >= fan_m2 && k + 1 < poly.edge_count) {
    rest_m2 -= fan_m2;
    ++k;
    fan_m2 = 0.5 * Orient(corner(0), corner(k - 1), corner(k));
  }
  const double u = fan_m2 > 0 ? std::clamp(rest_m2 / fan_m2, 0.0, 1.0) : 0.5;
  return PointInTriangle(corner(0), corner(k - 1), corner(k), u, v);
}

PlanePlace RandomPlanePlace(const NavmeshView& mesh, Random& random) {
  const std::span<const double> prefix = mesh.arrays().area_prefix_m2;
  WS_CHECK(!prefix.empty());
  const double drawn_m2 = random.NextUnit() * prefix.back();
  const auto found = std::upper_bound(prefix.begin(), prefix.end() - 1, drawn_m2);
  const PolyId id(static_cast<uint32_t>(found - prefix.begin()));
  const double before_m2 = id.value() == 0 ? 0.0 : prefix[id.value() - 1];
  return {id, PlaneChoice(mesh, id, drawn_m2 - before_m2, random.NextUnit())};
}

NavLocation RandomPoint(const NavmeshView& mesh, Random& random) {
  const PlanePlace place = RandomPlanePlace(mesh, random);
  return {place.poly, {place.at.x, HeightOnPoly(mesh, place.poly, place.at), place.at.z}};
}

}  // namespace waystone
