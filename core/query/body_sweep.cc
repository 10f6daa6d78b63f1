// Along a straight piece the body's ends rise with the ground. Seen in coordinates that are sheared so that
// the piece is level, it is a cylinder moved horizontally: it meets a triangle exactly where the part of the
// triangle between the heights of its ends, projected to the plane, comes nearer to the piece than the
// radius.
#include "core/query/body_sweep.h"

#include <algorithm>
#include <cmath>

#include "core/geom/aabb.h"
#include "core/geom/segment.h"
#include "core/geom/slab_cut.h"

namespace waystone {
namespace {

constexpr double kWidthSwept = 0.1;
constexpr double kEndsLeftOut_m = 0.3;

// One straight piece of the line.
class PieceSweep {
 public:
  PieceSweep(const Vec3& from, const Vec3& to, const SweptBody& body)
      : from_(from), to_(to), way_(to.Plane() - from.Plane()), body_(body) {}

  Aabb Box() const {
    Aabb box;
    box.Extend(from_);
    box.Extend(to_);
    const double r = body_.radius_m;
    // Aside of the piece the sheared body is no higher than on it.
    return {box.min + Vec3{-r, body_.low_m - Rise_m(), -r}, box.max + Vec3{r, body_.high_m + Rise_m(), r}};
  }

  // Where on the piece, 0 to 1, the body is nearest to the triangle; empty where it does not meet it.
  std::optional<double> Meets(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const SlabCut part(Level(a), Level(b), Level(c), body_.low_m, body_.high_m);
    if (part.Holds(from_.Plane())) return 0.0;
    double nearest_m = body_.radius_m;
    std::optional<double> fraction;
    for (size_t k = 0; k < part.corners().size(); ++k) {
      const Vec2 p = part.From(k);
      const Vec2 q = part.To(k);
      const double distance_m = SegmentsDistance(from_.Plane(), to_.Plane(), p, q);
      if (distance_m >= nearest_m) continue;
      nearest_m = distance_m;
      fraction = FractionNearest(p, q, distance_m);
    }
    return fraction;
  }

 private:
  // How much the ground rises over the radius.
  double Rise_m() const {
    const double length_m = Length(way_);
    return length_m > 0 ? std::abs(to_.y - from_.y) / length_m * body_.radius_m : 0;
  }
  // The point as it is seen where the piece is level, at height 0.
  Vec3 Level(const Vec3& p) const { return {p.x, p.y - GroundAt(p.Plane()), p.z}; }
  // Height of the piece's line, on and on.
  double GroundAt(Vec2 at) const {
    const double length_sq = Dot(way_, way_);
    const double fraction = length_sq > 0 ? Dot(at - from_.Plane(), way_) / length_sq : 0;
    return from_.y + (to_.y - from_.y) * fraction;
  }
  // The fraction of the piece at which it comes nearest to segment pq, `distance_m` away.
  double FractionNearest(Vec2 p, Vec2 q, double distance_m) const {
    const Vec2 from = from_.Plane();
    const Vec2 to = to_.Plane();
    if (distance_m == 0) return CrossingFraction(p, q, from, to);
    const double at_p = NearestFraction(from, to, p);
    const double at_q = NearestFraction(from, to, q);
    double best = at_p;
    double best_m = INFINITY;
    for (const double fraction : {0.0, at_p, at_q, 1.0}) {
      const double m = SegmentDistance(p, q, from + (to - from) * fraction);
      if (m < best_m) {
        best_m = m;
        best = fraction;
      }
    }
    return best;
  }

  const Vec3 from_;
  const Vec3 to_;
  const Vec2 way_;
  const SweptBody& body_;
};

}  // namespace

SweptBody BodyOf(const AgentProfile& agent) {
  const double high_m = std::max(agent.height_m - kEndsLeftOut_m, agent.height_m / 2);
  return {agent.radius_m * kWidthSwept, std::min(agent.max_climb_m + kEndsLeftOut_m, high_m), high_m};
}

std::optional<BodyContact> SweepBody(const CollisionView& solid, std::span<const Vec3> line,
                                     const SweptBody& body) {
  double walked_m = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const PieceSweep piece(line[i - 1], line[i], body);
    std::optional<double> first;
    solid.AnyInBox(piece.Box(), [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      const std::optional<double> fraction = piece.Meets(a, b, c);
      if (fraction && (!first || *fraction < *first)) first = fraction;
      return false;  // the next one may be met earlier
    });
    const double length_m = PlaneDistance(line[i - 1], line[i]);
    if (first)
      return BodyContact{walked_m + *first * length_m, line[i - 1] + (line[i] - line[i - 1]) * *first};
    walked_m += length_m;
  }
  return std::nullopt;
}

}  // namespace waystone
