// If an axis does not cross a triangle, they come nearest to one another on one of the triangle's sides, or at
// the end of the axis that is nearer to the triangle's plane.
//
// That the axis is upright makes a side cheap. Seen from above the axis is a point: the side's point nearest
// to it there is the nearest one, if the axis reaches its height. Otherwise the nearest point of the axis is
// the end on that point's side: from there to the axis' heights the side moves away in the
// plane, and beyond nothing is gained.
#include "core/collision/axis_distance.h"

#include <algorithm>
#include <cmath>

namespace waystone {
namespace {

constexpr double kThin = 1e-9;

double Fraction(double along, double length_sq) {
  return length_sq > 0 ? std::clamp(along / length_sq, 0.0, 1.0) : 0.0;
}

}  // namespace

AxisTarget::AxisTarget(const Vec3& a, const Vec3& b, const Vec3& c, double axis_m)
    : corners_{a, b, c}, sides_{b - a, c - b, a - c}, axis_m_(axis_m) {
  const Vec3 normal = Cross(sides_[0], c - a);
  const double normal_sq = Dot(normal, normal);
  const double longest_sq =
      std::max({Dot(sides_[0], sides_[0]), Dot(sides_[1], sides_[1]), Dot(sides_[2], sides_[2])});
  if (normal_sq <= kThin * kThin * longest_sq * longest_sq) return;
  normal_ = normal;
  normal_sq_ = normal_sq;
  weight1_ = Cross(c - a, normal);
  weight2_ = Cross(normal, sides_[0]);
}

AxisNearest AxisTarget::Nearest(const Vec3& low) const {
  AxisNearest best = NearestOnSide(0, low);
  for (const size_t side : {1, 2}) {
    const AxisNearest nearest = NearestOnSide(side, low);
    if (nearest.distance_m < best.distance_m) best = nearest;
  }
  if (normal_sq_ == 0) return best;
  const double low_over = Over(low);
  const double high_over = low_over + normal_.y * axis_m_;
  const bool crosses = (low_over < 0) != (high_over < 0);
  double up_m = std::abs(low_over) <= std::abs(high_over) ? 0 : axis_m_;
  if (crosses) up_m = axis_m_ * (low_over / (low_over - high_over));
  const Vec3 at = low + Vec3(0, up_m, 0);
  if (!IsOverInside(at)) return best;
  if (crosses) return {0, at, at};
  const double over = Over(at) / normal_sq_;
  const double distance_m = std::abs(over) * std::sqrt(normal_sq_);
  return distance_m < best.distance_m ? AxisNearest{distance_m, at, at - normal_ * over} : best;
}

AxisNearest AxisTarget::NearestOnSide(size_t side, const Vec3& low) const {
  const Vec3& from = corners_[side];
  const Vec3& along = sides_[side];
  const Vec3 start = low - from;
  const double plane_sq = along.x * along.x + along.z * along.z;
  double fraction = plane_sq > 0 ? Fraction(start.x * along.x + start.z * along.z, plane_sq)
                                 : Fraction(start.y * along.y, along.y * along.y);
  double up_m = along.y * fraction - start.y;
  if (up_m < 0 || up_m > axis_m_) {
    up_m = up_m < 0 ? 0 : axis_m_;
    fraction = Fraction(Dot(start, along) + up_m * along.y, plane_sq + along.y * along.y);
    up_m = std::clamp(along.y * fraction - start.y, 0.0, axis_m_);
  }
  const Vec3 off = start + Vec3(0, up_m, 0) - along * fraction;
  return {Length(off), low + Vec3(0, up_m, 0), from + along * fraction};
}

// Whether the point lies straight over or under the triangle, as seen along its normal.
bool AxisTarget::IsOverInside(const Vec3& at) const {
  const Vec3 off = at - corners_[0];
  const double one = Dot(weight1_, off);
  const double two = Dot(weight2_, off);
  return one >= 0 && two >= 0 && one + two <= normal_sq_;
}

}  // namespace waystone
