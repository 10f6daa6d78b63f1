// Along a straight piece the body rises with the line. In sheared coordinates, in which the piece is level,
// it is a cylinder that moves horizontally: it meets a triangle exactly if the part of the triangle between
// the heights of its ends, projected to the plane, comes nearer to the piece than the radius.
//
// The ends of an upright cylinder do not shear with it, so both are drawn in by the rise of the line over the
// radius. A piece shorter than the body is wide counts as level instead, and the ends are drawn in by half of
// its rise: less, if it is steep. If even that is much of the body's height, the body is made narrower.
#include "core/collision/body_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/geom/aabb.h"
#include "core/geom/segment.h"
#include "core/geom/slab_cut.h"

namespace waystone {
namespace {

constexpr double kMostDrawnIn = 0.25;  // of the body's height, at each end

// One straight piece of the line.
class PieceSweep {
 public:
  PieceSweep(const Vec3& from, const Vec3& to, const SweptBody& body)
      : from_(from.Plane()),
        to_(to.Plane()),
        path_(to_ - from_),
        radius_m_(body.radius_m),
        low_m_(body.low_m),
        high_m_(body.high_m),
        from_y_(from.y),
        rise_m_(to.y - from.y) {
    const double length_m = Length(path_);
    const double slope =
        length_m > 0 ? std::abs(rise_m_) / length_m : std::numeric_limits<double>::infinity();
    double drawn_in_m = std::min(slope * radius_m_, std::abs(rise_m_) / 2);
    if (const double most_m = (high_m_ - low_m_) * kMostDrawnIn; drawn_in_m > most_m) {
      drawn_in_m = most_m;
      radius_m_ = most_m / slope;
    } else if (drawn_in_m < slope * radius_m_) {
      from_y_ += rise_m_ / 2;
      rise_m_ = 0;
    }
    low_m_ += drawn_in_m;
    high_m_ -= drawn_in_m;
    aside_m_ = rise_m_ == 0 ? 0 : drawn_in_m;
  }

  Aabb Box() const {
    const auto [x0, x1] = std::minmax(from_.x, to_.x);
    const auto [z0, z1] = std::minmax(from_.z, to_.z);
    const auto [y0, y1] = std::minmax({from_y_, from_y_ + rise_m_});
    return {{x0 - radius_m_, y0 + low_m_ - aside_m_, z0 - radius_m_},
            {x1 + radius_m_, y1 + high_m_ + aside_m_, z1 + radius_m_}};
  }

  // The place on the piece, 0 to 1, at which the body is nearest to the triangle; nullopt if it does not meet
  // it.
  std::optional<double> Meets(const Vec3& a, const Vec3& b, const Vec3& c) const {
    const Vec3 corners[] = {Level(a), Level(b), Level(c)};
    const auto [lowest, highest] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
    if (highest <= low_m_ || lowest >= high_m_) return std::nullopt;
    const SlabCut part(corners[0], corners[1], corners[2], low_m_, high_m_);
    if (part.Holds(from_)) return 0.0;
    double nearest_m = radius_m_;
    std::optional<double> fraction;
    for (size_t k = 0; k < part.corners().size(); ++k) {
      const Vec2 p = part.From(k);
      const Vec2 q = part.To(k);
      const double distance_m = SegmentsDistance(from_, to_, p, q);
      if (distance_m >= nearest_m) continue;
      nearest_m = distance_m;
      fraction = FractionNearest(p, q, distance_m);
    }
    return fraction;
  }

 private:
  // The point in the coordinates in which the piece is level, at height 0.
  Vec3 Level(const Vec3& p) const {
    const double length_sq = Dot(path_, path_);
    const double fraction = length_sq > 0 ? Dot(p.Plane() - from_, path_) / length_sq : 0;
    return {p.x, p.y - (from_y_ + rise_m_ * fraction), p.z};
  }

  // The fraction of the piece that is nearest to segment pq, `distance_m` away.
  double FractionNearest(Vec2 p, Vec2 q, double distance_m) const {
    if (distance_m == 0) return CrossingFraction(p, q, from_, to_);
    const double at_p = NearestFraction(from_, to_, p);
    const double at_q = NearestFraction(from_, to_, q);
    double best = at_p;
    double best_m = INFINITY;
    for (const double fraction : {0.0, at_p, at_q, 1.0}) {
      const double m = SegmentDistance(p, q, from_ + path_ * fraction);
      if (m < best_m) {
        best_m = m;
        best = fraction;
      }
    }
    return best;
  }

  const Vec2 from_;
  const Vec2 to_;
  const Vec2 path_;
  double radius_m_;
  double low_m_;  // of the swept part of the body, above the piece as swept
  double high_m_;
  double from_y_;  // of the piece as swept
  double rise_m_;
  double aside_m_ = 0;  // the rise over the radius
};

}  // namespace

std::optional<BodyContact> SweepBody(const CollisionView& solid, std::span<const Vec3> line,
                                     const SweptBody& body) {
  if (body.IsEmpty()) return std::nullopt;
  double walked_m = 0;
  for (size_t i = 1; i < line.size(); ++i) {
    const PieceSweep piece(line[i - 1], line[i], body);
    const double length_m = PlaneDistance(line[i - 1], line[i]);
    std::optional<double> first;
    solid.AnyInBox(piece.Box(), [&](const Vec3& a, const Vec3& b, const Vec3& c) {
      const std::optional<double> fraction = piece.Meets(a, b, c);
      if (fraction && (!first || *fraction < *first)) first = fraction;
      return first == 0.0;  // nothing can be met earlier
    });
    if (first) {
      return BodyContact{walked_m + *first * length_m, line[i - 1] + (line[i] - line[i - 1]) * *first};
    }
    walked_m += length_m;
  }
  return std::nullopt;
}

}  // namespace waystone
