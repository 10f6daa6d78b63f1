// A polygon seen from a root at cost g holds the places of the disc of radius max - g around the root. Disc and
// polygon are convex, so the nearest place of both is the nearest of the polygon, the nearest of the disc, or
// lies on a side of the polygon, cut to the disc.
#include "core/move/nearest_reached.h"

#include <algorithm>
#include <cmath>

#include "core/geom/segment.h"
#include "core/navmesh/surface_queries.h"

namespace waystone {
namespace {

// [m] Corrections keep this much below the limit, so that rounding never makes them illegal.
constexpr double kInside_m = 1e-6;

class NearestPlace {
 public:
  NearestPlace(const NavmeshView& mesh, DistanceFlood& flood, double max_m, const Vec3& point,
               const MoveGround::Admit& admit)
      : mesh_(mesh), flood_(flood), max_m_(max_m), point_(point), admit_(admit) {}

  std::optional<ReachedPlace> Find() {
    for (const uint32_t id : flood_.EnteredPolys()) {
      poly_ = PolyId(id);
      const PlaneHit hit = ClosestInPlane(mesh_, poly_, point_.Plane());
      if (best_ && hit.distance_sq_m2 >= best_sq_m2_) continue;
      if (Try(hit.point.Plane())) continue;
      flood_.VisitSources(mesh_, poly_, [this](Vec2 at, double cost_m) { TryDisc(at, max_m_ - cost_m); });
    }
    return best_;
  }

 private:
  // Whether the place counts as reached.
  bool Try(Vec2 at) {
    const NavLocation place{poly_, {at.x, HeightOnPoly(mesh_, poly_, at), at.z}};
    const double walk_m = flood_.DistanceTo(place);
    if (walk_m > max_m_) return false;
    const Vec3 gap = place.point - point_;
    const double gap_sq_m2 = Dot(gap, gap);
    if (best_ && gap_sq_m2 >= best_sq_m2_) return true;
    if (!admit_({place, walk_m})) return false;
    best_ = {place, walk_m};
    best_sq_m2_ = gap_sq_m2;
    return true;
  }

  void TryDisc(Vec2 root, double radius_m) {
    radius_m -= kInside_m;
    if (radius_m < 0) return;
    const Vec2 to_point = point_.Plane() - root;
    const double length_m = Length(to_point);
    if (length_m > radius_m) {
      const Vec2 at = root + to_point * (radius_m / length_m);
      if (IsOverPoly(mesh_, poly_, at)) Try(at);
    }
    for (const NavEdge& edge : mesh_.edges(poly_)) {
      const EdgeId id(static_cast<uint32_t>(&edge - mesh_.arrays().edges.data()));
      TrySide(root, radius_m, Vec3(mesh_.EdgeStart(id)).Plane(), Vec3(mesh_.EdgeEnd(id)).Plane());
    }
  }

  // The place nearest to the point of the part of side ab that lies in the disc.
  void TrySide(Vec2 root, double radius_m, Vec2 a, Vec2 b) {
    const Vec2 along = b - a;
    const double length_sq_m2 = Dot(along, along);
    if (length_sq_m2 == 0) return;
    const double middle = Dot(root - a, along) / length_sq_m2;
    const Vec2 foot = a + along * middle - root;
    const double half_sq = (radius_m * radius_m - Dot(foot, foot)) / length_sq_m2;
    if (half_sq < 0) return;
    const double half = std::sqrt(half_sq);
    const double first = std::max(0.0, middle - half);
    const double last = std::min(1.0, middle + half);
    if (first > last) return;
    Try(a + along * std::clamp(Dot(point_.Plane() - a, along) / length_sq_m2, first, last));
  }

  const NavmeshView& mesh_;
  DistanceFlood& flood_;
  const double max_m_;
  const Vec3 point_;
  const MoveGround::Admit& admit_;
  PolyId poly_;
  std::optional<ReachedPlace> best_;
  double best_sq_m2_ = INFINITY;
};

}  // namespace

std::optional<ReachedPlace> NearestReached(const NavmeshView& mesh, DistanceFlood& flood, double max_m,
                                           const Vec3& point, const MoveGround::Admit& admit) {
  return NearestPlace(mesh, flood, max_m, point, admit).Find();
}

}  // namespace waystone
